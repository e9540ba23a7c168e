// The library's build for Node brings an old fetch that Node warns of; this one uses Node's own.
import { Bot, type Context, type Filter, GrammyError, InlineKeyboard } from 'grammy/web'
import {
  ACCEPTED,
  type Channel,
  type Notice,
  rejected,
  type SendOutcome,
  suppressed,
} from '../../contract/push.ts'
import type { BotAccounts } from '../accounts/bot-accounts.ts'
import type { Clock, Timer } from '../clock.ts'
import { HubError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { botText } from './bot-texts.ts'
import { type AskedRequest, choiceData, findAsked, readChoice } from './pending-choice.ts'

const POLL_SECONDS = 30
const ANSWER_SECONDS = 10
/** Another program polls for the same bot; that one may be our own predecessor. */
const CONFLICT_RETRY_MS = 30_000
const REMEMBERED_MESSAGES_MAX = 1000
const ALERT_MAX = 200
const OPEN = 'Open'
const CONNECTED = 'This account is connected to your hub. Notifications arrive here.'
const NOT_CONNECTED =
  'This account is not connected yet. Open the mini-app of this bot and sign in with your access token.'
const CANNOT_CONNECT =
  'This account is not connected, and the hub has no public https address at which its mini-app could open.'
const NO_MINI_APP =
  'The messaging bot has no mini-app, so no account can be connected and no message opens a session: give an https:// address in publicUrl (SVC_PUBLIC_URL)'

type ButtonContext = Filter<Context, 'callback_query:data'>

export interface MessagingBotParts {
  token: string
  /** Stands in for the platform's host. */
  apiOrigin?: string | undefined
  publicUrl: string | undefined
  /** `messagingBotNotification`; without it the bot only answers buttons and signs mini-apps in. */
  notifies: boolean
  accounts: Pick<BotAccounts, 'boundTo' | 'namespaceOf'>
  findSession: (id: string) => SessionRecord | undefined
  /** Sessions of a namespace whose agents are connected. */
  activeSessions: (namespace: string) => SessionRecord[]
  machineName: (session: SessionRecord) => string | undefined
  /** @throws HubError when the request is not pending, or its agent does not take the decision */
  decide: (namespace: string, request: AskedRequest, approved: boolean) => Promise<void>
  clock: Clock
  log: Log
}

/**
 * The messaging bot (`messagingBotToken`): tells bound accounts what happens, lets them allow and deny, and
 * opens sessions in its mini-app (reference: not-shown B3, Other channels).
 */
export class MessagingBot implements Channel<AbortSignal> {
  readonly name = 'messaging-bot'
  readonly #parts: MessagingBotParts
  readonly #bot: Bot
  /** By chat and message: what our newest messages asked. */
  readonly #asked = new Map<string, AskedRequest>()
  #retry: Timer | undefined
  readonly #closing = new AbortController()
  #problem: string | undefined

  constructor(parts: MessagingBotParts) {
    this.#parts = parts
    this.#bot = new Bot(parts.token, {
      client: {
        ...(parts.apiOrigin !== undefined && { apiRoot: parts.apiOrigin }),
        // Polls are answered after POLL_SECONDS at the latest.
        timeoutSeconds: POLL_SECONDS + ANSWER_SECONDS,
      },
    })
    this.#bot.on('callback_query:data', (context) => this.#choose(context))
    this.#bot.on('message', (context) => this.#greet(context))
    this.#bot.catch(({ error }) => this.#warn('The messaging bot could not handle an update', error))
  }

  /** Why it does not work, or not whole, for the owner: a sentence each. */
  get problems(): string[] {
    const noMiniApp = this.#miniAppLink() === undefined ? NO_MINI_APP : undefined
    return [this.#problem, noMiniApp].filter((problem) => problem !== undefined)
  }

  /** Starts to listen for buttons; what goes wrong from here on is logged. */
  start(): void {
    if (this.#miniAppLink() === undefined) this.#parts.log.warn(NO_MINI_APP)
    this.#run()
  }

  #run(): void {
    this.#listen().catch((error: unknown) => this.#stopped(error))
  }

  async #listen(): Promise<void> {
    // Left to itself start() does this too, and goes on trying after the bot was closed.
    await this.#bot.init(this.#closing.signal as never)
    if (this.#closing.signal.aborted) return
    this.#problem = undefined
    await this.#offerMiniApp()
    await this.#bot.start({ timeout: POLL_SECONDS, allowed_updates: ['message', 'callback_query'] })
  }

  /** Beside the field people write in; without a mini-app the owner's own choice stays. */
  async #offerMiniApp(): Promise<void> {
    const url = this.#miniAppLink()
    if (url === undefined) return
    try {
      await this.#bot.api.setChatMenuButton(
        { menu_button: { type: 'web_app', text: OPEN, web_app: { url } } },
        this.#closing.signal as never,
      )
    } catch (error) {
      // Every answer of the bot has the same button.
      this.#warn('The messaging bot could not offer its mini-app in its menu', error)
    }
  }

  async send(notice: Notice, signal: AbortSignal): Promise<SendOutcome> {
    const { accounts, notifies, findSession, machineName } = this.#parts
    if (!notifies) return suppressed('channel-off')
    const chats = accounts.boundTo(notice.namespace)
    if (chats.length === 0) return suppressed('none-bound')
    const session = findSession(notice.sessionId)
    if (!session) return suppressed('no-session')
    const text = botText(notice, { session, machine: machineName(session) })
    const outcomes = await Promise.all(chats.map((chat) => this.#sendTo(chat, text, { notice, signal })))
    return outcomes.find(({ result }) => result === 'accepted') ?? (outcomes[0] as SendOutcome)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#retry?.cancel()
    if (!this.#bot.isRunning()) return
    const { promise: tooLate, resolve } = Promise.withResolvers<void>()
    // Stopping confirms the last update; a platform that does not answer must not hold the hub.
    const timer = this.#parts.clock.after(1000, resolve)
    await Promise.race([this.#bot.stop().catch(() => undefined), tooLate])
    timer.cancel()
  }

  async #sendTo(
    chat: number,
    text: string,
    { notice, signal }: { notice: Notice; signal: AbortSignal },
  ): Promise<SendOutcome> {
    const { type, sessionId, requestId } = notice
    const asked =
      type === 'permission-request' && requestId !== undefined ? { sessionId, requestId } : undefined
    try {
      const sent = await this.#bot.api.sendMessage(
        chat,
        text,
        { reply_markup: this.#keyboard(sessionId, asked), link_preview_options: { is_disabled: true } },
        // The library declares a signal of its own package; at run time any signal will do.
        signal as never,
      )
      if (asked) this.#remember(keyOf(chat, sent.message_id), asked)
      return ACCEPTED
    } catch (error) {
      if (error instanceof GrammyError) return rejected(String(error.error_code))
      return rejected(signal.aborted ? 'timeout' : 'network')
    }
  }

  #keyboard(sessionId: string, asked: AskedRequest | undefined): InlineKeyboard {
    const keyboard = new InlineKeyboard()
    if (asked) keyboard.text('Allow', choiceData(true, asked)).text('Deny', choiceData(false, asked))
    const link = this.#miniAppLink(`session_${sessionId}`)
    return link === undefined ? keyboard : keyboard.webApp(asked ? 'Details' : 'Open Session', link)
  }

  /** The platform opens only encrypted addresses; the hub is at the origin of its own (spec: Pairing). */
  #miniAppLink(startParameter?: string): string | undefined {
    const { protocol, origin } = URL.parse(this.#parts.publicUrl ?? '') ?? {}
    if (protocol !== 'https:') return undefined
    const query = startParameter === undefined ? '' : `?${new URLSearchParams({ startapp: startParameter })}`
    return `${origin}/${query}`
  }

  async #choose(context: ButtonContext): Promise<void> {
    const outcome = await this.#decide(context)
    if (outcome.done) {
      const text = context.callbackQuery.message?.text
      // The message may be too old to be edited; the decision stands all the same.
      if (text !== undefined)
        await context.editMessageText(`${text}\n\n${outcome.says}`).catch(() => undefined)
    }
    await context.answerCallbackQuery({ text: outcome.says.slice(0, ALERT_MAX), show_alert: !outcome.done })
  }

  async #decide({ callbackQuery, from }: ButtonContext) {
    const { accounts, activeSessions, decide } = this.#parts
    const { data = '', message } = callbackQuery
    const namespace = accounts.namespaceOf(from.id)
    if (namespace === undefined) return refusal('This account is not connected to the hub.')
    const choice = readChoice(data)
    if (!choice || !message) return refusal('This button is not known.')
    const asked =
      this.#asked.get(keyOf(message.chat.id, message.message_id)) ??
      findAsked(activeSessions(namespace), choice, (message.date + 1) * 1000)
    if (!asked) return refusal('This request is no longer pending. Open the session to see.')
    try {
      await decide(namespace, asked, choice.approved)
      return { done: true, says: choice.approved ? 'Allowed' : 'Denied' }
    } catch (error) {
      if (error instanceof HubError) return refusal(error.message)
      throw error
    }
  }

  async #greet(context: Context): Promise<void> {
    const { from, chat } = context
    const link = this.#miniAppLink()
    const isBound = from !== undefined && this.#parts.accounts.namespaceOf(from.id) !== undefined
    const says = isBound ? CONNECTED : link === undefined ? CANNOT_CONNECT : NOT_CONNECTED
    // The platform refuses such buttons in groups.
    const hasButton = link !== undefined && chat?.type === 'private'
    await context.reply(says, hasButton ? { reply_markup: new InlineKeyboard().webApp(OPEN, link) } : {})
  }

  #remember(key: string, asked: AskedRequest): void {
    this.#asked.set(key, asked)
    const oldest = this.#asked.keys().next().value
    if (this.#asked.size > REMEMBERED_MESSAGES_MAX && oldest !== undefined) this.#asked.delete(oldest)
  }

  #stopped(error: unknown): void {
    if (this.#closing.signal.aborted) return
    const isConflict = error instanceof GrammyError && error.error_code === 409
    this.#problem = isConflict
      ? 'Another program answers for the messaging bot; its buttons wait here'
      : 'The messaging bot is off: check messagingBotToken (MESSAGING_BOT_TOKEN)'
    this.#warn(this.#problem, error)
    if (isConflict) this.#retry = this.#parts.clock.after(CONFLICT_RETRY_MS, () => this.#run())
  }

  /** Only codes: addresses in the library's messages hold the token. */
  #warn(message: string, error: unknown): void {
    const code = error instanceof GrammyError ? error.error_code : (error as Error).name
    this.#parts.log.warn(message, { reason: code })
  }
}

const refusal = (says: string) => ({ done: false, says })

const keyOf = (chat: number, message: number) => `${chat}:${message}`
