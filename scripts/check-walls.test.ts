import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

/*
 * The import walls between rooms, and between the hub's layers, are lint rules in biome.json.
 * This lints one probe file per row below with those very rules and compares what was refused.
 */

type Row = [from: string, statement: string]

const refused: Row[] = [
  ['contract/a.ts', "import 'node:fs'"],
  ['contract/a.ts', "import { z } from 'react'"],
  ['contract/a.ts', "import '../hub/hub.ts'"],
  ['contract/a.ts', "export * from '../demo/machine.ts'"],
  ['contract/a.ts', "import 'vitest'"],

  ['hub/index.ts', "import 'electron'"],
  ['hub/index.ts', "import 'electron/main'"],
  ['hub/index.ts', "import 'react'"],
  ['hub/index.ts', "import '../main/index.ts'"],
  ['hub/index.ts', "import '../renderer/main.tsx'"],
  ['hub/index.ts', "import '../demo/machine.ts'"],
  ['hub/index.ts', "import './testing/test-hub.ts'"],
  ['hub/http/routes/sessions.ts', "import type { A } from '../../../main/index.ts'"],
  ['hub/http/routes/sessions.ts', "const a = await import('../../../renderer/main.tsx')"],
  ['hub/http/app.test.ts', "import 'electron'"],
  ['hub/testing/test-hub.ts', "import '../../renderer/main.tsx'"],

  ['hub/errors.ts', "import './store/database.ts'"],
  ['hub/clock.ts', "import './sessions/session-service.ts'"],
  ['hub/log.ts', "import './http/app.ts'"],
  ['hub/log.ts', "import './hub.ts'"],
  ['hub/config/config.ts', "import '../usage/usage-service.ts'"],
  ['hub/store/messages.ts', "import '../messages/queue.ts'"],
  ['hub/store/migrations/0001-initial.ts', "import '../../sessions/lifecycle.ts'"],
  ['hub/realtime/bus.ts', "import '../http/app.ts'"],
  ['hub/link/rpc.ts', "import '../cli/session-socket.ts'"],
  ['hub/auth/jwt.ts', "import '../push/dispatcher.ts'"],
  ['hub/store/database.ts', "import '../hub.ts'"],
  ['hub/sessions/session-service.ts', "import '../http/route.ts'"],
  ['hub/messages/queue.ts', "export { a } from '../cli/cli-routes.ts'"],
  ['hub/notices/notice-service.ts', "import type { A } from '../push/dispatcher.ts'"],
  ['hub/http/app.ts', "import '../push/dispatcher.ts'"],
  ['hub/http/routes/devices.ts', "import '../../push/dispatcher.ts'"],
  ['hub/http/routes/devices.ts', "import '../../hub.ts'"],
  ['hub/cli/cli-routes.ts', "import '../http/route.ts'"],
  ['hub/push/apns.ts', "import '../cli/cli-routes.ts'"],

  ['renderer/bridge.ts', "import 'node:path'"],
  ['renderer/bridge.ts', "import 'path'"],
  ['renderer/bridge.ts', "import 'electron'"],
  ['renderer/bridge.ts', "import 'koa'"],
  ['renderer/features/chat/Chat.tsx', "import '../../../hub/messages/paging.ts'"],
  ['renderer/bridge.ts', "import '../main/bridge.ts'"],
  ['renderer/bridge.ts', "import '../demo/machine.ts'"],

  ['main/index.ts', "import '../hub/hub.ts'"],
  ['main/index.ts', "import '../renderer/bridge.ts'"],
  ['main/index.ts', "import 'koa'"],

  ['demo/machine.ts', "import '../hub/hub.ts'"],
  ['demo/machine.ts', "import 'koa'"],
  ['demo/machine.ts', "import 'electron'"],

  ['e2e/chat.spec.ts', "import '../hub/hub.ts'"],
  ['e2e/support/app.ts', "import '../../renderer/bridge.ts'"],
  ['bench/index.ts', "import '../demo/machine.ts'"],
  ['bench/index.ts', "import '../dist/hub/index.js'"],
  ['scripts/build.mjs', "import '../contract/wire.ts'"],

  ['relay/relay.ts', "import '../hub/push/relay.ts'"],
  ['relay/relay.ts', "import 'koa'"],
  ['providers/fcm-client.ts', "import '../hub/clock.ts'"],
  ['providers/fcm-client.ts', "import '../relay/config.ts'"],
  ['providers/fcm-client.ts', "import { z } from 'zod'"],
  ['providers/fcm-client.ts', "import { it } from 'vitest'"],
  ['hub/push/apns.ts', "import '../../providers/testing/apns-server.ts'"],
  ['hub/push/relay.ts', "import '../../relay/relay.ts'"],
  ['hub/hub.ts', "import '../providers/fcm-client.ts'"],
  ['hub/notices/notice-service.ts', "import '../../providers/answer.ts'"],
  ['hub/http/routes/push.ts', "import '../../../providers/post.ts'"],
  ['hub/bot/messaging-bot.ts', "import '../../providers/post.ts'"],
  ['renderer/bridge.ts', "import '../providers/answer.ts'"],
  ['main/index.ts', "import '../relay/relay.ts'"],
  ['demo/machine.ts', "import '../providers/post.ts'"],
  ['e2e/chat.spec.ts', "import '../relay/relay.ts'"],
  ['hub/bot/messaging-bot.ts', "import '../push/dispatcher.ts'"],
  ['hub/bot/messaging-bot.ts', "import '../gateway/push-gateway.ts'"],
  ['hub/notices/notice-service.ts', "import '../bot/messaging-bot.ts'"],
  ['hub/http/routes/owner.ts', "import '../../bot/messaging-bot.ts'"],
  ['hub/auth/jwt.ts', "import '../accounts/bot-accounts.ts'"],
  ['hub/desktop/desktop-link.ts', "import '../http/app.ts'"],
  ['hub/notices/notice-service.ts', "import '../desktop/desktop-link.ts'"],
  ['hub/http/routes/owner.ts', "import '../../desktop/desktop-link.ts'"],
]

const allowed: Row[] = [
  ['contract/a.ts', "import { z } from 'zod'"],
  ['contract/a.ts', "import { endpoint } from './endpoint.ts'"],
  ['contract/a.test.ts', "import { it } from 'vitest'"],
  ['hub/index.ts', "import { createHub } from './hub.ts'"],
  ['hub/hub.ts', "import './http/app.ts'"],
  ['hub/hub.ts', "import './push/dispatcher.ts'"],
  ['hub/http/app.ts', "import Koa from 'koa'"],
  ['hub/http/app.ts', "import './routes/push.ts'"],
  ['hub/http/routes/sessions.ts', "import '../../sessions/session-service.ts'"],
  ['hub/http/routes/sessions.ts', "import '../../../contract/session.ts'"],
  ['hub/push/composer.ts', "import '../../contract/push.ts'"],
  ['hub/store/sessions.ts', "import './database.ts'"],
  ['hub/sessions/session-service.ts', "import '../store/sessions.ts'"],
  ['hub/history/fork.ts', "import '../messages/message-service.ts'"],
  ['hub/link/rpc.ts', "import '../../contract/cli-plane.ts'"],
  ['hub/http/app.test.ts', "import '../testing/test-hub.ts'"],
  ['hub/http/app.test.ts', "import '../../demo/machine.ts'"],
  ['hub/testing/test-hub.ts', "import '../hub.ts'"],
  ['hub/testing/test-hub.ts', "import '../../demo/machine.ts'"],
  ['renderer/App.tsx', "import { useState } from 'react'"],
  ['renderer/client/hub-client.ts', "import '../../contract/session.ts'"],
  ['renderer/state/store.test.ts', "import { it } from 'vitest'"],
  ['main/index.ts', "import { app } from 'electron'"],
  ['main/index.ts', "import '../contract/desktop.ts'"],
  ['demo/machine.ts', "import { io } from 'socket.io-client'"],
  ['demo/agents/agent.ts', "import '../../contract/session.ts'"],
  ['demo/agents/agent.ts', "import '../machine.ts'"],
  ['demo/machine.ts', "import 'node:fs'"],
  ['e2e/chat.spec.ts', "import '../contract/session.ts'"],
  ['bench/index.ts', "import '../contract/session.ts'"],
  ['scripts/build.mjs', "import './tree.mjs'"],
  ['relay/relay.ts', "import '../contract/push.ts'"],
  ['relay/relay.ts', "import '../providers/fcm-client.ts'"],
  ['relay/relay.ts', "import { text } from 'node:stream/consumers'"],
  ['providers/fcm-client.ts', "import '../contract/push.ts'"],
  ['providers/fcm-client.ts', "import { SignJWT } from 'jose'"],
  ['providers/fcm-client.test.ts', "import { it } from 'vitest'"],
  ['providers/testing/fcm-server.ts', "import '../fcm-client.ts'"],
  ['hub/push/apns.ts', "import '../../providers/apns-client.ts'"],
  ['hub/push/apns.test.ts', "import '../../providers/testing/apns-server.ts'"],
  ['hub/testing/providers/push-room.ts', "import '../../../providers/testing/fcm-server.ts'"],
  ['hub/bot/messaging-bot.ts', "import '../notices/notice.ts'"],
  ['hub/bot/messaging-bot.ts', "import { Bot } from 'grammy'"],
]

const root = join(import.meta.dirname, '..')
const rules = ['style/noRestrictedImports', 'correctness/noNodejsModules']

interface Report {
  diagnostics: { category: string; location: { path: string; start: { line: number } } }[]
}

/**
 * Writes each row as one line of the file it names, lints them all in one run under the project's
 * own rules, and returns the rows that were refused.
 */
function lint(rows: Row[]): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'svc-hub-walls-'))
  try {
    cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
    const files = Map.groupBy(rows, ([from]) => from)
    for (const [from, lines] of files) {
      mkdirSync(dirname(join(folder, from)), { recursive: true })
      writeFileSync(join(folder, from), lines.map(([, statement]) => `${statement}\n`).join(''))
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    const args = [biome, 'lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json']
    const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const report: Report = JSON.parse(run.stdout)
    return report.diagnostics
      .filter(({ category }) => rules.some((rule) => category === `lint/${rule}`))
      .map(
        ({ location }) =>
          files.get(location.path)?.[location.start.line - 1] ?? [location.path, 'unknown row'],
      )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('import walls', () => {
  const outcome = new Set<string>()
  const name = ([from, statement]: Row) => `${from}: ${statement}`
  beforeAll(() => {
    for (const row of lint([...refused, ...allowed])) outcome.add(name(row))
  })

  it.each(refused.map(name))('refuses %s', (row) => {
    expect(outcome.has(row)).toBe(true)
  })

  it.each(allowed.map(name))('allows %s', (row) => {
    expect(outcome.has(row)).toBe(false)
  })
})
