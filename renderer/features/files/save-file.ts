/** Hands bytes to the person as a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the bytes by the time this runs.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
