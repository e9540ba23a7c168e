/** The path of every screen but those of a session. */
export const SCREENS = [
  '/',
  '/start',
  '/machines',
  '/usage',
  '/pair',
  '/devices',
  '/settings',
  '/check-up',
  '/developer-api',
]
