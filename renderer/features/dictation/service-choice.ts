import { type TranscriptionProvider, TranscriptionProviderId } from '../../../contract/voice.ts'

const KEY = 'svc-hub:dictation-service'

/** The service to ask: the one chosen last, as long as the hub has its key, else the hub's first. */
export function chosenService(
  storage: Storage,
  services: readonly TranscriptionProvider[],
): TranscriptionProviderId | undefined {
  const chosen = TranscriptionProviderId.safeParse(storage.getItem(KEY)).data
  return (services.find(({ id }) => id === chosen) ?? services[0])?.id
}

/** Keeps the choice for the next time; a full storage keeps none. */
export function rememberService(storage: Storage, id: TranscriptionProviderId): void {
  try {
    storage.setItem(KEY, id)
  } catch {
    // It holds until the page is left.
  }
}
