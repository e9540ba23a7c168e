import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow, ipcMain, session } from 'electron'

/* A tiny app that shows what the double does and what it does not. */

const folder = import.meta.dirname
session.defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
session.defaultSession.setPermissionCheckHandler(() => false)

const unknown = {
  member: () => app.getGPUInfo(),
  ofWindow: (window) => window.flashFrame(true),
  ofClass: () => BrowserWindow.fromId(1),
  event: () => app.on('gpu-info-update', () => {}),
  path: () => app.getPath('music'),
}

app.on('window-all-closed', () => {})
await app.whenReady()
const window = new BrowserWindow({
  width: 800,
  height: 600,
  show: true,
  title: 'Sample',
  icon: join(folder, 'page.html'),
  webPreferences: {
    preload: join(folder, 'preload.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
  },
})
const navigated = Promise.withResolvers()
const opened = Promise.withResolvers()
window.webContents.on('will-navigate', (event) => {
  navigated.resolve(event.url)
  event.preventDefault()
})
window.webContents.setWindowOpenHandler(({ url }) => {
  opened.resolve(url)
  return { action: 'deny' }
})
ipcMain.handle('where', ({ sender, senderFrame }) => ({
  isOurs: sender.id === window.webContents.id,
  isTop: senderFrame.parent === null,
  url: senderFrame.url,
}))
ipcMain.handle('echo', (_event, value) => value)
ipcMain.handle('date', () => new Date(0))
ipcMain.handle('fail', () => {
  throw new TypeError('on purpose')
})
ipcMain.handle('unknown', (_event, name) => unknown[name](window))
ipcMain.handle('tell', (_event, value) => window.webContents.send('told', value))
ipcMain.handle('stopped', () => Promise.all([opened.promise, navigated.promise]))
await window.loadURL(pathToFileURL(join(folder, 'page.html')).href)
