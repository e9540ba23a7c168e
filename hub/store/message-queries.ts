/** The columns of a MessageRow. */
export const MESSAGE_ROW = `pk, id, session_pk AS sessionPk, seq, local_id AS localId, content AS contentJson,
  created_at AS createdAt, invoked_at AS invokedAt, scheduled_at AS scheduledAt, delivery_state AS deliveryState`

const PAGED = `SELECT ${MESSAGE_ROW} FROM messages INDEXED BY messages_by_position WHERE session_pk = @sessionPk AND hidden = 0`
const UNINVOKED = `FROM messages INDEXED BY messages_uninvoked
  WHERE session_pk = @sessionPk AND invoked_at IS NULL`
const NEWEST_FIRST = 'ORDER BY position_at DESC, seq DESC LIMIT @limit'

const newest = (column: string) => `
  (SELECT ${column} FROM messages INDEXED BY messages_by_position
   WHERE session_pk = sessions.pk AND hidden = 0 ORDER BY position_at DESC, seq DESC LIMIT 1)`

/**
 * Everything that is read from the messages table. Each is answered by an index in the order it is
 * wanted, so that no cost grows with the length of a conversation; a test explains them all.
 */
export const MESSAGE_QUERIES = {
  head: `
    SELECT message_epoch AS epoch, ${newest('position_at')} AS headAt, ${newest('seq')} AS headSeq,
      max(message_seq_floor, coalesce((SELECT max(seq) FROM messages WHERE session_pk = sessions.pk), 0)) AS seq
    FROM sessions WHERE pk = @sessionPk`,
  latest: `${PAGED} ${NEWEST_FIRST}`,
  before: `${PAGED} AND (position_at, seq) < (@at, @seq) ${NEWEST_FIRST}`,
  after: `${PAGED} AND (position_at, seq) > (@at, @seq) AND (position_at, seq) <= (@untilAt, @untilSeq)
    ORDER BY position_at, seq LIMIT @limit`,
  pinsBefore: `SELECT ${MESSAGE_ROW} ${UNINVOKED} AND from_user = 1 AND (position_at, seq) < (@at, @seq)
    ORDER BY position_at, seq`,

  holder: `SELECT sessions.pk AS pk, sessions.id AS id, sessions.namespace AS namespace
    FROM messages JOIN sessions ON sessions.pk = messages.session_pk WHERE messages.pk = @pk`,
  findByPk: `SELECT ${MESSAGE_ROW} FROM messages WHERE pk = @pk`,
  findById: `SELECT ${MESSAGE_ROW} FROM messages WHERE id = @id`,
  findByLocalId: `SELECT ${MESSAGE_ROW} FROM messages WHERE session_pk = @sessionPk AND local_id = @localId`,
  backfill: `SELECT ${MESSAGE_ROW} FROM messages WHERE session_pk = @sessionPk AND seq > @afterSeq
      AND (scheduled_at IS NULL OR scheduled_at <= @now) AND delivery_state = 'queued'
    ORDER BY seq LIMIT @limit`,

  queuedPrompts: `SELECT ${MESSAGE_ROW} ${UNINVOKED} AND from_user = 1 AND scheduled_at IS NULL
      AND delivery_state = 'queued' ORDER BY position_at, seq`,
  queuedLocalIds: `SELECT local_id AS localId ${UNINVOKED} AND scheduled_at IS NULL
      AND delivery_state = 'queued' ORDER BY position_at, seq`,
  dueScheduled: `
    SELECT messages.pk AS pk, messages.id AS id, sessions.id AS sessionId, sessions.namespace AS namespace
    FROM messages INDEXED BY messages_scheduled JOIN sessions ON sessions.pk = messages.session_pk
    WHERE scheduled_at IS NOT NULL AND invoked_at IS NULL AND scheduled_at <= @now AND delivery_state = 'queued'
    ORDER BY scheduled_at`,
  scheduledSummary: `
    SELECT count(*) AS count, min(scheduled_at) AS nextAt FROM messages INDEXED BY messages_scheduled_by_session
    WHERE session_pk = @sessionPk AND scheduled_at > @now AND scheduled_at IS NOT NULL AND invoked_at IS NULL`,
  scheduledSummaries: `
    SELECT session_pk AS sessionPk, count(*) AS count, min(scheduled_at) AS nextAt
    FROM messages INDEXED BY messages_scheduled_by_session
    WHERE scheduled_at > @now AND scheduled_at IS NOT NULL AND invoked_at IS NULL GROUP BY session_pk`,

  countAll: 'SELECT count(*) AS n FROM messages WHERE session_pk = @sessionPk',
  newest: `SELECT pk, content AS contentJson FROM messages WHERE session_pk = @sessionPk
    ORDER BY seq DESC LIMIT @limit`,
  oldest: `SELECT pk, content AS contentJson FROM messages WHERE session_pk = @sessionPk
    ORDER BY seq LIMIT @limit`,
  newestLiveReasoning: `SELECT pk, contentJson FROM (
      SELECT pk, content AS contentJson FROM messages WHERE session_pk = @sessionPk
      ORDER BY seq DESC LIMIT @limit)
    WHERE instr(contentJson, '"live":true') > 0`,
} as const
