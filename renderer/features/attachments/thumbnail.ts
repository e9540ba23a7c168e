/** Longest side of the small picture, px. */
const SIDE = 240
/** It travels with the message: a larger one is left out. */
const MAX_CHARS = 32_000

/** A small picture of a picture as a data URL; undefined for other files and pictures the browser cannot draw. */
export async function thumbnailOf(file: Blob): Promise<string | undefined> {
  if (!file.type.startsWith('image/')) return undefined
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, SIDE / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.width * scale))
    canvas.height = Math.max(1, Math.round(image.height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    const address = canvas.toDataURL('image/webp', 0.75)
    return address.length <= MAX_CHARS ? address : undefined
  } catch {
    return undefined
  }
}
