import type { Migration } from '../migrate.ts'
import { initial } from './0001-initial.ts'
import { usage } from './0002-usage.ts'
import { history } from './0003-history.ts'
import { scratchlist } from './0004-scratchlist.ts'
import { push } from './0005-push.ts'
import { users } from './0006-users.ts'
import { search } from './0007-search.ts'
import { iosTokens } from './0008-ios-tokens.ts'

/** Every migration in order; released ones are never edited. */
export const migrations: readonly Migration[] = [
  initial,
  usage,
  history,
  scratchlist,
  push,
  users,
  search,
  iosTokens,
]
