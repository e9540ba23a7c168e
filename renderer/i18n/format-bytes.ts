const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size for people: “512 byte”, “1.5 kB”, “50 MB”; a kilobyte counts as 1024 bytes, as files are limited so. */
export function formatBytes(bytes: number, locale: string): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value)
}
