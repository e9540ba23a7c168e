/** Whether this browser lets the page record: it does so only over https, or on the hub's own computer. */
export const canRecord = (): boolean =>
  window.isSecureContext && 'mediaDevices' in navigator && 'MediaRecorder' in window
