import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import {
  DESKTOP_CALL_CHANNEL,
  DESKTOP_CALL_NAMES,
  DESKTOP_NEWS_CHANNEL,
  type DesktopBridge,
} from '../contract/desktop-calls.ts'

/* Runs in the sandbox before the page. What the page gets is `window.svcDesktop` and nothing else. */

const calls = DESKTOP_CALL_NAMES.map((name) => [
  name,
  (input: unknown = null) => ipcRenderer.invoke(DESKTOP_CALL_CHANNEL, { name, input }),
])

const onNews: DesktopBridge['onNews'] = (listener) => {
  // The event itself would hand the page the shell's channels.
  const pass = (_event: IpcRendererEvent, news: Parameters<typeof listener>[0]) => listener(news)
  ipcRenderer.on(DESKTOP_NEWS_CHANNEL, pass)
  return () => void ipcRenderer.off(DESKTOP_NEWS_CHANNEL, pass)
}

contextBridge.exposeInMainWorld('svcDesktop', { ...Object.fromEntries(calls), onNews })
