import { expect, it } from 'vitest'
import { trayLook } from './tray-look.ts'

const facts = { platform: 'linux', desktop: 'KDE', isDark: false, isDarkSystem: false } as const

it.each([
  ['Windows with bright windows and a dark task bar', { platform: 'win32', isDarkSystem: true }, 'dark'],
  ['Windows with dark windows and a bright task bar', { platform: 'win32', isDark: true }, 'light'],
  ['GNOME, whose bar is always dark', { desktop: 'ubuntu:GNOME' }, 'dark'],
  ['KDE in a bright theme', {}, 'light'],
  ['KDE in a dark theme', { isDark: true }, 'dark'],
  ['a desktop that does not say its name', { desktop: undefined }, 'light'],
] as const)('fits its pictures to the bar of %s', (_, changes, look) => {
  expect(trayLook({ ...facts, ...changes })).toBe(look)
})
