// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { icns, ico } from './icon-containers.mjs'
import { root } from './tree.mjs'

/** The folders that hold what `iconFiles` draws, and nothing else. */
export const iconFolders = ['assets/app', 'assets/tray', 'assets/web']

const linuxWidths = [16, 24, 32, 48, 64, 128, 256, 512]

/** The colours of a tray icon on a light and on a dark bar. The shape says it all; colour only underlines. */
const trayColours = {
  running: { light: '#1b1f24', dark: '#ffffff' },
  'needs-you': { light: '#b45309', dark: '#fbbf24' },
  starting: { light: '#1b1f24', dark: '#ffffff' },
  problem: { light: '#b91c1c', dark: '#f87171' },
}

/** The tray's states, each a symbol of the same name in the picture. */
export const trayStates = Object.keys(trayColours)

// The rasteriser is WebAssembly: it draws the same bytes on every machine.
await initWasm(readFileSync(join(root, 'node_modules/@resvg/resvg-wasm/index_bg.wasm')))

/**
 * Every icon file by its path from the root, drawn from `assets/icon.svg`.
 * @returns {Map<string, Uint8Array>}
 */
export function iconFiles() {
  const svg = readFileSync(join(root, 'assets/icon.svg'), 'utf8')
  /** @type {Map<string, Uint8Array>} */
  const files = new Map()
  const app = (/** @type {number} */ width) => draw(svg, width)
  const edgeToEdge = change(svg, / rx="116"/, '')
  // macOS expects the picture on 824 of 1024 pixels; phones cut to a circle of 80 % and fill the corners.
  const inset = change(svg, /viewBox="0 0 512 512"/, 'viewBox="-62 -62 636 636"')

  for (const width of linuxWidths) files.set(`assets/app/linux/${width}x${width}.png`, app(width))
  files.set('assets/app/icon.ico', ico(app))
  files.set(
    'assets/app/icon.icns',
    icns((width) => draw(inset, width)),
  )
  for (const width of [192, 512]) files.set(`assets/web/icon-${width}.png`, app(width))
  files.set('assets/web/icon-maskable-512.png', draw(edgeToEdge, 512))
  files.set('assets/web/apple-touch-icon.png', draw(edgeToEdge, 180))
  for (const [state, colours] of Object.entries(trayColours)) {
    const symbol = symbolOf(svg, state)
    for (const [name, colour] of [
      [`${state}-light`, colours.light],
      [`${state}-dark`, colours.dark],
      [`${state}Template`, '#000000'],
    ]) {
      const glyph = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" color="${colour}">${symbol}</svg>`
      files.set(`assets/tray/${name}.png`, draw(glyph, 16))
      files.set(`assets/tray/${name}@2x.png`, draw(glyph, 32))
    }
  }
  return files
}

/**
 * @param {string} svg
 * @param {number} width in pixels
 * @returns {Uint8Array} a PNG
 */
function draw(svg, width) {
  const picture = new Resvg(svg, { fitTo: { mode: 'width', value: width } })
  try {
    return picture.render().asPng()
  } finally {
    picture.free()
  }
}

/**
 * @param {string} svg
 * @param {string} id
 */
function symbolOf(svg, id) {
  const found = svg.match(new RegExp(`<symbol id="${id}" viewBox="0 0 16 16">(.*?)</symbol>`, 's'))
  if (!found?.[1]) throw new Error(`assets/icon.svg has no symbol "${id}" of 16 by 16.`)
  return found[1]
}

/**
 * @param {string} svg
 * @param {RegExp} what
 * @param {string} by
 */
function change(svg, what, by) {
  if (!what.test(svg)) throw new Error(`assets/icon.svg has nothing like ${what}.`)
  return svg.replace(what, by)
}
