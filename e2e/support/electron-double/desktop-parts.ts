import { existsSync } from 'node:fs'
import { makeEvent, Strict, StrictEmitter, strict } from './strict.ts'

/*
 * What a desktop shows around the windows. The double has no desktop: it keeps what main says, and the probe of
 * the tests (`desktop-probe.cjs`), which is the same for Electron itself, reads it and plays the person.
 */

interface ItemOptions {
  label?: string
  type?: string
  role?: string
  enabled?: boolean
  checked?: boolean
  accelerator?: string
  click?: () => void
  submenu?: ItemOptions[]
}

class MenuItem extends Strict {
  readonly label: string
  readonly type: string
  readonly enabled: boolean
  readonly checked: boolean
  readonly submenu: Menu | undefined
  readonly click: () => void

  constructor({ label = '', type, enabled = true, checked = false, click, submenu }: ItemOptions) {
    super()
    this.label = label
    this.type = type ?? (submenu ? 'submenu' : 'normal')
    this.enabled = enabled
    this.checked = checked
    this.submenu = submenu && Menu.buildFromTemplate(submenu)
    this.click = () => click?.()
  }
}

export class Menu extends Strict {
  readonly items: MenuItem[] = []

  static buildFromTemplate(template: ItemOptions[]): Menu {
    const menu = new Menu()
    menu.items.push(...template.map((options) => new MenuItem(options)))
    return menu
  }

  static setApplicationMenu(_menu: Menu): void {}
}

/** Electron makes an empty picture of a file that is not there; the double tells of it. */
class NativeImage extends Strict {
  constructor(path: string) {
    super()
    if (!existsSync(path)) throw new Error(`There is no picture ${path}`)
  }
}

export const nativeImage = strict('nativeImage', {
  createFromPath: (path: string) => new NativeImage(path),
})

export class Tray extends StrictEmitter {
  constructor(_image: NativeImage) {
    super('click')
  }
  setImage(_image: NativeImage): void {}
  setToolTip(_text: string): void {}
  setContextMenu(_menu: Menu): void {}
  destroy(): void {}
}

interface NotificationOptions {
  title: string
  body: string
  icon: string
  actions: { type: 'button'; text: string }[]
}

export class Notification extends StrictEmitter {
  static readonly isSupported = () => true
  readonly title: string
  readonly body: string
  readonly actions: NotificationOptions['actions']

  constructor({ title, body, actions }: NotificationOptions) {
    super('click', 'action', 'close', 'failed')
    this.title = title
    this.body = body
    this.actions = actions
  }

  show(): void {}

  close(): void {
    this.emit('close', makeEvent({}))
  }
}

/** Nobody sits before the double; the probe answers in the person's place. */
const ask = (): Promise<never> => Promise.reject(new Error('There is nobody to answer this dialog'))

export const dialog = strict('dialog', {
  showErrorBox(_title: string, _content: string): void {},
  showMessageBox: ask,
  showSaveDialog: ask,
})

export const shell = strict('shell', {
  openExternal: async (_url: string): Promise<void> => {},
  openPath: async (_path: string): Promise<string> => '',
})

export const clipboard = strict('clipboard', { writeText: async (_text: string): Promise<void> => {} })
