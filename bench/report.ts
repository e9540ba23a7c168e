export interface Figure {
  scenario: string
  /** What one operation is. */
  unit: string
  hubMs: number
  bareMs: number
}

/** Resident memory of the hub. */
export interface Memory {
  /** At its highest while files were uploaded, above what it was before. */
  uploadsMiB: number
  afterEverythingMiB: number
}

/** The figures as a table for people: CPU per operation, and how many times the bare machine's it is. */
export function table(figures: readonly Figure[], memory: Memory): string {
  const rows = figures.map(({ scenario, unit, hubMs, bareMs }) => [
    scenario,
    unit,
    hubMs.toFixed(4),
    bareMs.toFixed(4),
    (hubMs / bareMs).toFixed(1),
  ])
  const all = [['scenario', 'operation', 'hub CPU ms', 'bare CPU ms', 'ratio'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length))) ?? []
  const lines = all.map((row) =>
    row
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return [
    ...lines,
    `hub memory while files of 50 MB are uploaded: ${memory.uploadsMiB.toFixed(0)} MiB more than before`,
    `hub memory after everything: ${memory.afterEverythingMiB.toFixed(0)} MiB`,
  ].join('\n')
}
