const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** How long a computer has been on, in the one unit that says enough. */
export function uptimeIn(seconds: number): { unit: 'days' | 'hours'; count: number } {
  return seconds >= 2 * DAY_SECONDS
    ? { unit: 'days', count: Math.floor(seconds / DAY_SECONDS) }
    : { unit: 'hours', count: Math.floor(seconds / HOUR_SECONDS) }
}

/** `darwin` and the like, as people call them; others keep their own name. */
export function systemName(platform: string): string {
  const names: Record<string, string> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }
  return names[platform] ?? platform
}
