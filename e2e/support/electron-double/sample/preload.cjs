const { contextBridge, ipcRenderer } = require('electron')

globalThis.ownOfPreload = true
contextBridge.exposeInMainWorld('sample', {
  text: 'from the preload',
  call: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  onTold(listener) {
    const pass = (_event, value) => listener(value)
    ipcRenderer.on('told', pass)
    return () => ipcRenderer.off('told', pass)
  },
  throwNow() {
    throw new Error('at once')
  },
})
