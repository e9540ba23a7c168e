/** What one connection asked to hear (spec: Stream). With `all` the two ids do not matter. */
export interface Filter {
  readonly all: boolean
  readonly sessionId?: string | undefined
  readonly machineId?: string | undefined
}

/** Whom a broadcast event is for: the session or the machine it tells of, in its namespace. */
export interface EventTarget {
  readonly namespace: string
  readonly sessionId?: string | undefined
  readonly machineId?: string | undefined
}

/**
 * The topics a connection listens to. It hears an event exactly when the two share a topic, live and in
 * the replay (spec: Delivery by subscription). Without `all` and ids there is none.
 */
export function topicsOfFilter(namespace: string, { all, sessionId, machineId }: Filter): string[] {
  if (all) return [topic(namespace, 'all')]
  return [
    ...(sessionId === undefined ? [] : [topic(namespace, 'session', sessionId)]),
    ...(machineId === undefined ? [] : [topic(namespace, 'machine', machineId)]),
  ]
}

/** The topics an event is sent to; a connection listens to at most one of them. */
export function topicsOfEvent({ namespace, sessionId, machineId }: EventTarget): string[] {
  const everything = topic(namespace, 'all')
  if (sessionId !== undefined) return [everything, topic(namespace, 'session', sessionId)]
  return machineId === undefined ? [everything] : [everything, topic(namespace, 'machine', machineId)]
}

function topic(...parts: [namespace: string, kind: 'all' | 'session' | 'machine', id?: string]): string {
  return JSON.stringify(parts)
}
