/** What decides whether the bar that holds the tray is dark. */
export interface BarFacts {
  platform: NodeJS.Platform
  /** XDG_CURRENT_DESKTOP: names joined by colons, such as `ubuntu:GNOME`. */
  desktop: string | undefined
  /** The theme of windows. */
  isDark: boolean
  /** Windows only: the theme of the task bar, which people choose apart from that of windows. */
  isDarkSystem: boolean
}

/** The pictures for the bar: `dark` are bright ones for a dark bar. macOS colours its template by itself. */
export function trayLook({ platform, desktop = '', isDark, isDarkSystem }: BarFacts): 'dark' | 'light' {
  if (platform === 'win32') return isDarkSystem ? 'dark' : 'light'
  // The bar of GNOME is dark in either theme.
  const isGnome = platform === 'linux' && desktop.toUpperCase().split(':').includes('GNOME')
  return isDark || isGnome ? 'dark' : 'light'
}
