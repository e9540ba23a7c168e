// @ts-check
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, rooms, root } from './tree.mjs'

/*
 * `npm run types`: the TypeScript check of every room, each under its own tsconfig files, two at a
 * time. Rooms without source yet are passed over. Names as arguments check only those rooms.
 */

const asked = process.argv.slice(2)
const chosen = asked.length > 0 ? asked : rooms
const projects = chosen
  .filter((room) => filesIn(room).some((file) => /\.(tsx?|mjs)$/.test(file)))
  .flatMap((room) =>
    readdirSync(join(root, room))
      .filter((name) => /^tsconfig.*\.json$/.test(name))
      .map((name) => join(room, name)),
  )
if (asked.length === 0) projects.push('tsconfig.json')

/**
 * @param {string} project
 * @returns {Promise<boolean>} whether it has no error
 */
function check(project) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [tsc, '--project', project, '--pretty'], { cwd: root })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.pipe(process.stderr)
    child.on('close', (code) => {
      if (code !== 0) console.error(`types: ${project}\n${output}`)
      resolve(code === 0)
    })
  })
}

let failed = 0
async function worker() {
  for (let project = projects.shift(); project; project = projects.shift()) {
    if (!(await check(project))) failed += 1
  }
}
await Promise.all([worker(), worker()])
process.exit(failed === 0 ? 0 : 1)
