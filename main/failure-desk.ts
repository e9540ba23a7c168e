import type { FailureAction, ShellPage, StartFailure } from '../contract/desktop.ts'
import { actOn, type FailureCareParts, investigate } from './failure-care.ts'
import { type Findings, failurePage } from './failure-page.ts'
import type { StartOptions } from './hub-process.ts'
import type { Language, Texts } from './texts.ts'

export interface FailureDeskParts extends FailureCareParts {
  texts: Texts
  language: Language
  start(options: StartOptions): void
  /** The page of the hub that was left is to be loaded once more. */
  loadPage(): void
  /** The page has to be drawn anew. */
  onPage(page: ShellPage): void
}

interface Failed {
  failure: StartFailure
  findings: Findings
}

/** What the local page shows: that the hub starts, or why it does not and the ways out of that. */
export class FailureDesk {
  readonly #parts: FailureDeskParts
  #failed: Failed | undefined
  #isPageBroken = false
  #page: ShellPage

  constructor(parts: FailureDeskParts) {
    this.#parts = parts
    this.#page = this.#starting()
  }

  get page(): ShellPage {
    return this.#page
  }

  /** The hub did not start: the page says so once the cause has been looked into. */
  async fail(failure: StartFailure): Promise<void> {
    const failed = { failure, findings: NOTHING_FOUND }
    this.#failed = failed
    const findings = await investigate(failure, this.#parts)
    // Meanwhile it may have been started again.
    if (this.#failed !== failed) return
    this.#failed = { failure, findings }
    this.#show(this.#failedPage(undefined))
  }

  /** The hub is being started again. */
  begin(): void {
    this.#failed = undefined
    this.#isPageBroken = false
    const page = this.#starting()
    if (this.#page.view !== page.view || this.#page.title !== page.title) this.#show(page)
  }

  /** The start takes long because the system's key store asks the person for something. */
  waitForKeyStore(): void {
    const { texts, language } = this.#parts
    this.#show({ view: 'starting', language, ...texts.waitingForKeyStore })
  }

  /** The hub runs, but its page ended so often that it is left until a person tries again. */
  breakPage({ times, reason }: { times: number; reason: string }): void {
    const { texts, language } = this.#parts
    this.#isPageBroken = true
    this.#show({
      view: 'failed',
      language,
      code: 'unknown',
      ...texts.pageBroken,
      action: { id: 'try-again', label: texts.actions.tryAgain },
      others: [],
      backups: [],
      backupsLabel: texts.actions.chooseBackup,
      details: `The page ended ${times} times in a row (${reason}).`,
      detailsLabel: texts.actions.details,
    })
  }

  /** Does what the person chose, and answers the page as it is then. */
  async act(choice: { action: FailureAction; backup?: string | undefined }): Promise<ShellPage> {
    const failed = this.#failed
    if (!failed) {
      if (this.#isPageBroken && choice.action === 'try-again') {
        this.begin()
        this.#parts.loadPage()
      }
      return this.#page
    }
    const outcome = await actOn(choice, failed.failure, failed.findings, this.#parts)
    if (this.#failed !== failed || 'stay' in outcome) return this.#page
    if ('start' in outcome) {
      this.begin()
      this.#parts.start(outcome.start)
    } else this.#show(this.#failedPage(outcome.note))
    return this.#page
  }

  #show(page: ShellPage): void {
    this.#page = page
    this.#parts.onPage(page)
  }

  #starting(): ShellPage {
    const { texts, language } = this.#parts
    return { view: 'starting', language, ...texts.starting }
  }

  #failedPage(note: string | undefined): ShellPage {
    const { texts, language } = this.#parts
    const { failure, findings } = this.#failed as Failed
    return failurePage(failure, findings, { texts, language, note })
  }
}

const NOTHING_FOUND: Findings = { answerer: undefined, holder: undefined, freePort: undefined, backups: [] }
