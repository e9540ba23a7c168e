import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

const module = pathToFileURL(join(import.meta.dirname, 'unexpected-end.ts')).href

/** Runs this under a Node that takes rejections as lightly as Electron does. */
function run(program: string) {
  const script = `import { endOnUnexpectedErrors } from '${module}'
    endOnUnexpectedErrors()
    setTimeout(() => process.exit(0), 5000)
    ${program}`
  const args = ['--unhandled-rejections=warn', '--input-type=module', '--eval', script]
  return new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, args, (error, _stdout, stderr) => resolve({ code: error?.code ?? 0, stderr }))
  })
}

describe('an error that nobody caught', () => {
  it.each([
    [
      'a rejection',
      `Promise.reject(new Error('the disk is gone'))`,
      /Unexpected: Error: the disk is gone\n +at /,
    ],
    [
      'an exception',
      `setImmediate(() => { throw new Error('no socket') })`,
      /Unexpected: Error: no socket\n +at /,
    ],
    ['something that is no error', `Promise.reject('just so')`, /Unexpected: just so\n/],
  ])('ends the hub with its words: %s', async (_, program, words) => {
    const { code, stderr } = await run(program)
    expect(code).toBe(1)
    expect(stderr).toMatch(words)
  })
})
