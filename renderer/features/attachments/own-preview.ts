import type { AttachmentMetadata } from '../../../contract/message.ts'

/** The preview that came with the message itself: a picture from elsewhere would tell its owner who reads. */
export const ownPreview = ({ previewUrl }: Pick<AttachmentMetadata, 'previewUrl'>): string | undefined =>
  previewUrl?.startsWith('data:image/') ? previewUrl : undefined
