import { deleteUpload, UPLOAD_MAX_BYTES, uploadFile } from '../../../contract/upload.ts'
import { ClientError } from '../../client/client-error.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { uploadBody, uploadTo } from '../../client/upload.ts'
import { AttachmentTray } from './attachment-tray.ts'
import { thumbnailOf } from './thumbnail.ts'

/** A tray whose files go to the agent of a session. */
export function createSessionTray(client: HubClient, id: string): AttachmentTray {
  return new AttachmentTray({
    maxBytes: UPLOAD_MAX_BYTES,
    read: uploadBody,
    upload: async (body, options) => {
      const answer = await uploadTo(client, uploadFile, { id }, body, options)
      if (!answer.success) throw new ClientError(200, answer)
      return answer.path
    },
    discard: (path) => client.call(deleteUpload, { params: { id }, body: { path } }),
    thumbnail: thumbnailOf,
    newId: () => crypto.randomUUID(),
  })
}
