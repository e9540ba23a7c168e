import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What a second copy tells the first one. */
export interface SecondInstance {
  argv: string[]
  cwd: string
}

const LETTER = '.json'
let lock: DatabaseSync | undefined

/**
 * Becomes the one copy of this profile, or tells the one that is there and answers false. As in Electron it
 * answers false as well where the lock cannot be made at all. The system lets go of the lock when the process
 * ends, however it ends.
 */
export function becomeSingleInstance(userData: string, onSecond: (second: SecondInstance) => void): boolean {
  if (lock) return true
  const letters = join(userData, 'second-instances')
  try {
    mkdirSync(letters, { recursive: true })
    const file = new DatabaseSync(join(userData, 'single-instance'))
    try {
      file.exec('BEGIN EXCLUSIVE')
    } catch {
      file.close()
      writeLetter(letters, { argv: process.argv, cwd: process.cwd() })
      return false
    }
    lock = file
  } catch {
    return false
  }
  const read = () => {
    for (const name of readdirSync(letters).filter((each) => each.endsWith(LETTER))) {
      const second = JSON.parse(readFileSync(join(letters, name), 'utf8')) as SecondInstance
      rmSync(join(letters, name))
      onSecond(second)
    }
  }
  watch(letters, read)
  // Whoever came between the lock and the watch.
  setImmediate(read)
  return true
}

function writeLetter(folder: string, second: SecondInstance): void {
  const name = join(folder, randomUUID())
  writeFileSync(name, JSON.stringify(second))
  renameSync(name, `${name}${LETTER}`)
}
