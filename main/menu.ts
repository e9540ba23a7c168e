import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Texts } from './texts.ts'

export interface MenuParts {
  texts: Texts
  onQuit(): void
  onShow(): void
}

/** The menu of the window: what macOS needs for its keys, and the way to quit where there is no tray. */
export function setApplicationMenu({ texts, onQuit, onShow }: MenuParts): void {
  const { menu } = texts
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const quit: MenuItemConstructorOptions = {
    label: texts.tray.quit,
    accelerator: 'CommandOrControl+Q',
    click: onQuit,
  }
  const first: MenuItemConstructorOptions =
    process.platform === 'darwin'
      ? {
          label: app.name,
          submenu: [
            { role: 'about', label: menu.about },
            line,
            { role: 'hide', label: menu.hide },
            line,
            quit,
          ],
        }
      : { label: menu.file, submenu: [{ role: 'close', label: menu.close }, line, quit] }
  const template: MenuItemConstructorOptions[] = [
    first,
    {
      label: menu.edit,
      submenu: [
        { role: 'undo', label: menu.undo },
        { role: 'redo', label: menu.redo },
        line,
        { role: 'cut', label: menu.cut },
        { role: 'copy', label: menu.copy },
        { role: 'paste', label: menu.paste },
        { role: 'selectAll', label: menu.selectAll },
      ],
    },
    {
      label: menu.view,
      submenu: [
        { role: 'reload', label: menu.reload },
        line,
        { role: 'resetZoom', label: menu.actualSize },
        { role: 'zoomIn', label: menu.zoomIn },
        { role: 'zoomOut', label: menu.zoomOut },
        line,
        { role: 'togglefullscreen', label: menu.fullScreen },
        ...(app.isPackaged ? [] : [line, { role: 'toggleDevTools', label: menu.developerTools } as const]),
      ],
    },
    {
      label: menu.window,
      submenu: [
        { label: texts.tray.open, click: onShow },
        { role: 'minimize', label: menu.minimise },
        { role: 'close', label: menu.close },
      ],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
