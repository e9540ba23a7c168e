import { useEffect, useState } from 'react'

/** Takes files that are dropped anywhere on the page while `isOn`; resolves to whether some hover over it. */
export function useFileDrop(isOn: boolean, onFiles: (files: readonly File[]) => void): boolean {
  const [depth, setDepth] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const enter = (event: DragEvent) => hasFiles(event) && setDepth((before) => before + 1)
    const leave = (event: DragEvent) => hasFiles(event) && setDepth((before) => Math.max(0, before - 1))
    // Without this the browser would open the file in place of the page.
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDepth(0)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop }
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name, listener as EventListener)
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name, listener as EventListener)
      }
      setDepth(0)
    }
  }, [isOn, onFiles])
  return depth > 0
}
