// @ts-check
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assertNode } from './assert-node.mjs'
import { iconFiles, iconFolders } from './icon-files.mjs'
import { root } from './tree.mjs'

/* `npm run icons`: draws every icon of the app, the tray and the web app anew from assets/icon.svg. */

assertNode()

const files = iconFiles()
for (const folder of iconFolders) rmSync(join(root, folder), { recursive: true, force: true })
for (const [path, bytes] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), bytes)
}
console.log(`Drew ${files.size} icons into ${iconFolders.join(', ')}.`)
