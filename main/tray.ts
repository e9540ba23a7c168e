import { join } from 'node:path'
import { Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, Tray } from 'electron'
import { trayLook } from './tray-look.ts'
import type { TrayAction, TrayEntry, TrayIcon, TrayModel } from './tray-model.ts'

export interface TrayParts {
  /** Folder of the pictures. */
  images: string
  act(action: TrayAction): void
  onClick(): void
  log(line: string): void
}

/** The icon beside the clock; where the system has no place for one, everything here does nothing. */
export class TrayIconView {
  readonly #parts: TrayParts
  #tray: Tray | undefined
  #model: TrayModel | undefined
  #shown = ''

  constructor(parts: TrayParts) {
    this.#parts = parts
    this.#make()
    nativeTheme.on('updated', () => {
      if (this.#model) this.#tray?.setImage(this.#image(this.#model.icon))
    })
  }

  get isThere(): boolean {
    return this.#tray !== undefined
  }

  /** To be called when a place for icons came after the icon: it is made anew, for the old one stays unseen. */
  renew(): void {
    if (!this.#tray) return
    const model = this.#model
    this.close()
    this.#make()
    this.#model = undefined
    this.#shown = ''
    if (model) this.show(model)
  }

  show(model: TrayModel): void {
    if (!this.#tray) return
    // A menu that is set anew closes under the hand of who has it open.
    const text = JSON.stringify(model)
    if (text === this.#shown) return
    this.#shown = text
    if (model.icon !== this.#model?.icon) this.#tray.setImage(this.#image(model.icon))
    this.#model = model
    this.#tray.setToolTip(model.tooltip)
    this.#tray.setContextMenu(Menu.buildFromTemplate(menuOf(model.entries, this.#parts.act)))
  }

  close(): void {
    this.#tray?.destroy()
    this.#tray = undefined
  }

  #make(): void {
    const { log, onClick } = this.#parts
    try {
      this.#tray = new Tray(this.#image('starting'))
    } catch (error) {
      log(`There is no tray here: ${(error as Error).message}`)
      return
    }
    // On macOS a click opens the menu by itself; on Linux only where the desktop has no other use for it.
    if (process.platform !== 'darwin') this.#tray.on('click', onClick)
  }

  #image(icon: TrayIcon) {
    const look = trayLook({
      platform: process.platform,
      desktop: process.env.XDG_CURRENT_DESKTOP,
      isDark: nativeTheme.shouldUseDarkColors,
      isDarkSystem: nativeTheme.shouldUseDarkColorsForSystemIntegratedUI,
    })
    const name = process.platform === 'darwin' ? `${icon}Template` : `${icon}-${look}`
    const image = nativeImage.createFromPath(join(this.#parts.images, `${name}.png`))
    if (process.platform === 'darwin') image.setTemplateImage(true)
    return image
  }
}

function menuOf(
  entries: readonly TrayEntry[],
  act: (action: TrayAction) => void,
): MenuItemConstructorOptions[] {
  return entries.map((entry) => menuItemOf(entry, act))
}

function menuItemOf(entry: TrayEntry, act: (action: TrayAction) => void): MenuItemConstructorOptions {
  if (entry.kind === 'line') return { type: 'separator' }
  const label = plain(entry.label)
  if (entry.kind === 'note') return { label, enabled: false }
  if (entry.kind === 'menu') return { label, submenu: menuOf(entry.entries, act) }
  const click = () => act(entry.action)
  return entry.kind === 'check' ? { label, type: 'checkbox', checked: entry.isOn, click } : { label, click }
}

/** A single `&` marks the letter of a shortcut; names of sessions have none. */
const plain = (label: string) => label.replaceAll('&', '&&')
