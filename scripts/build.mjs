// @ts-check
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertNode } from './assert-node.mjs'
import { checkFirstScreen } from './first-screen.mjs'
import { changedAt, filesIn, root } from './tree.mjs'

/*
 * `npm run build`: builds every part into dist/. With --if-stale, only the parts that are missing or
 * older than their sources. Parts that have no source yet are passed over.
 */

assertNode()

const parts = ['hub', 'demo', 'relay', 'renderer', 'main']
const tools = [
  'package-lock.json',
  'vite.config.ts',
  'vite.web-app.ts',
  'vite.node.config.ts',
  'scripts/build.mjs',
]

/** @param {string} part */
const entryOf = (part) => (part === 'renderer' ? 'renderer/index.html' : `${part}/index.ts`)

/** @param {string} part */
const stampOf = (part) => `dist/${part}/.built`

/** @param {string} part */
function isStale(part) {
  const sources = [part, 'contract', 'assets', ...(part === 'hub' || part === 'relay' ? ['providers'] : [])]
    .flatMap(filesIn)
    .filter((file) => !file.includes('.test.'))
  const newest = Math.max(...[...sources, ...tools].map(changedAt))
  return changedAt(stampOf(part)) < newest
}

/** @param {string} part */
async function buildPart(part) {
  const { build } = await import('vite')
  const startedAt = new Date()
  if (part === 'renderer') {
    await build({ configFile: join(root, 'vite.config.ts'), root: join(root, 'renderer'), logLevel: 'warn' })
    checkFirstScreen(join(root, 'dist/renderer'))
  } else {
    const { nodeBuild, nodePrograms } = await import('../vite.node.config.ts')
    rmSync(join(root, 'dist', part), { recursive: true, force: true })
    for (const program of nodePrograms[part] ?? []) {
      if (existsSync(join(root, program.entry))) await build(nodeBuild(program))
    }
    // Pages that a program shows without a server: beside their built script.
    const pages = join(root, part, 'pages')
    for (const file of existsSync(pages) ? readdirSync(pages) : []) {
      if (!file.endsWith('.ts')) copyFileSync(join(pages, file), join(root, 'dist', part, 'pages', file))
    }
  }
  // The stamp carries the time the build began: what changes meanwhile makes it stale again.
  mkdirSync(join(root, 'dist', part), { recursive: true })
  writeFileSync(join(root, stampOf(part)), '')
  utimesSync(join(root, stampOf(part)), startedAt, startedAt)
  console.log(`built ${part} in ${((Date.now() - startedAt.getTime()) / 1000).toFixed(1)} s`)
}

process.env.NODE_ENV ??= 'production'
const onlyStale = process.argv.includes('--if-stale')
for (const part of parts) {
  if (!existsSync(join(root, entryOf(part)))) continue
  if (!onlyStale || isStale(part)) await buildPart(part)
}
