import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImageItem } from '../../decode/conversation-item.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useConversation } from './conversation-context.ts'

/** A picture the agent made. */
export function AgentImage({ item }: { item: ImageItem }) {
  const { t } = useTranslation()
  const { client } = useHub()
  const { sessionId } = useConversation()
  const [address, setAddress] = useState<string>()
  const [isFailed, setFailed] = useState(false)
  const { imageId } = item

  useEffect(() => {
    const controller = new AbortController()
    let made: string | undefined
    const load = async () => {
      const path = `/api/sessions/${encodeURIComponent(sessionId)}/generated-images/${encodeURIComponent(imageId)}`
      const blob = await (await client.open(path, { signal: controller.signal })).blob()
      if (controller.signal.aborted) return
      made = URL.createObjectURL(blob)
      setAddress(made)
    }
    load().catch(() => setFailed(!controller.signal.aborted))
    return () => {
      controller.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [client, sessionId, imageId])

  if (isFailed) {
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <ImageOff size={16} aria-hidden />
        {t('conversation.imageFailed')}
      </p>
    )
  }
  if (address === undefined) return <Skeleton className="h-64 w-full max-w-md" />
  return (
    <img
      src={address}
      alt={item.fileName ?? t('conversation.image')}
      className="max-h-96 max-w-full rounded-xl border border-line"
    />
  )
}
