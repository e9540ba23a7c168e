/* The module that main gets for `electron`: what main uses of it, and nothing else. */

export { app } from './app.ts'
export { BaseWindow } from './base-window.ts'
export { BrowserWindow } from './browser-window.ts'
export { clipboard, dialog, Menu, Notification, nativeImage, shell, Tray } from './desktop-parts.ts'
export { ipcMain } from './ipc-main.ts'
export { session } from './session.ts'
export { nativeTheme, powerMonitor, powerSaveBlocker, safeStorage, screen } from './system-parts.ts'
export { utilityProcess } from './utility-process.ts'
