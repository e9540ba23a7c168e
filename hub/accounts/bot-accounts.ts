import { type MiniAppUser, verifyInitData } from '../auth/init-data.ts'
import type { Clock } from '../clock.ts'
import { HubError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { UsersTable } from '../store/users.ts'

const PLATFORM = 'telegram'

const botDisabled = () => new HubError(503, 'The messaging bot is disabled')
const notBound = () => new HubError(401, 'not_bound')
const alreadyBound = () => new HubError(409, 'already_bound')

export interface BotAccountsParts {
  db: Pick<Database, 'write'>
  users: UsersTable
  clock: Clock
  /** Undefined: there is no bot, so nobody can prove an account. */
  botToken: string | undefined
}

/**
 * Accounts of the messaging platform and the namespace each opens (spec: Authentication endpoints;
 * reference: not-shown A11). A mini-app proves its account by the data the platform opened it with.
 */
export class BotAccounts {
  readonly #parts: BotAccountsParts

  constructor(parts: BotAccountsParts) {
    this.#parts = parts
  }

  /**
   * The account behind init data and the namespace it is bound to.
   * @throws HubError 503 without a bot, 401 for bad data and `not_bound`
   */
  signIn(initData: string): { user: MiniAppUser; namespace: string } {
    const user = this.identify(initData)
    const namespace = this.namespaceOf(user.id)
    if (namespace === undefined) throw notBound()
    return { user, namespace }
  }

  /** The account behind init data. @throws HubError 503 without a bot, 401 for bad data */
  identify(initData: string): MiniAppUser {
    const { botToken, clock } = this.#parts
    if (botToken === undefined) throw botDisabled()
    return verifyInitData(initData, botToken, clock.now())
  }

  /** Binds the account to a namespace; the same again changes nothing. @throws HubError 409 for another one */
  bind({ id }: MiniAppUser, namespace: string): void {
    const { db, users, clock } = this.#parts
    db.write(() => {
      const bound = this.namespaceOf(id)
      if (bound !== undefined && bound !== namespace) throw alreadyBound()
      if (bound === undefined) users.insert(PLATFORM, String(id), namespace, clock.now())
    })
  }

  namespaceOf(userId: number): string | undefined {
    return this.#parts.users.namespaceOf(PLATFORM, String(userId))
  }

  /** Account numbers, which are also the numbers of their private chats with the bot. */
  boundTo(namespace: string): number[] {
    return this.#parts.users.boundTo(PLATFORM, namespace).map(Number)
  }

  /** Nobody is bound any more: what they proved themselves with then is no longer valid. */
  unbindAll(): void {
    const { db, users } = this.#parts
    db.write(() => users.deleteAll(PLATFORM))
  }
}
