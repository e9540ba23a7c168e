import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getPushDiagnostics } from '../../contract/owner.ts'
import type { Notice } from '../../contract/push.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { FakeBotPlatform } from '../testing/fake-bot-platform.ts'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'
import { initDataOf } from '../testing/init-data.ts'
import { MessagingBot } from './messaging-bot.ts'

const ADA = 99
let platform: FakeBotPlatform
let scene: HubScene

async function open(settings: object = {}) {
  scene = await HubScene.open({
    settings: { messagingBotToken: platform.token, publicUrl: 'https://hub.example', ...settings },
  })
}

beforeEach(async () => {
  platform = await FakeBotPlatform.open()
  process.env.SVC_MESSAGING_BOT_ORIGIN = platform.origin
})

afterEach(async () => {
  await scene.close()
  await platform.close()
  delete process.env.SVC_MESSAGING_BOT_ORIGIN
})

async function bind(user = ADA, namespace?: string) {
  const client = await scene.hub.client(namespace)
  const initData = initDataOf(platform.token, { id: user, first_name: 'Ada' }, scene.now)
  const answer = await client.raw('POST', '/api/bind', { initData, accessToken: client.accessToken })
  expect(answer.status).toBe(200)
}

const bash = { tool: 'Bash', arguments: { command: 'rm -rf build' } }
let version = 1

async function ask(agent: SceneAgent, requests: object) {
  const expectedVersion = version
  version += 1
  await agent.socket.request('update-state', { sid: agent.id, expectedVersion, agentState: { requests } })
}

async function askedSession() {
  version = 1
  const agent = await scene.session({
    metadata: { path: '/home/ada/code/app', homeDir: '/home/ada', host: 'box' },
  })
  const decisions: unknown[] = []
  await agent.serve('permission', (params) => {
    decisions.push(params)
    return {}
  })
  const request = { ...bash, createdAt: scene.now }
  await ask(agent, { 'request-1': request })
  const sent = platform.next('sendMessage')
  scene.hub.clock.advance(500)
  return { agent, decisions, message: (await sent).params }
}

describe('notifications', () => {
  it('says what an agent wants to do, with buttons that carry the beginnings of both ids', async () => {
    await open()
    await bind()
    const { agent, message } = await askedSession()
    const [session] = [agent.id.slice(0, 8)]
    expect(message).toMatchObject({
      chat_id: ADA,
      text: [
        'Action required: app on box',
        '',
        'Claude requests permission',
        'Session: app',
        'Path: ~/code/app',
        'Tool: Bash',
        'Command: rm -rf build',
      ].join('\n'),
      reply_markup: {
        inline_keyboard: [
          [
            { text: 'Allow', callback_data: `ap:${session}:request-` },
            { text: 'Deny', callback_data: `dn:${session}:request-` },
            {
              text: 'Details',
              web_app: { url: `https://hub.example/?startapp=session_${agent.id}` },
            },
          ],
        ],
      },
    })
  })

  it('offers only to open a question', async () => {
    await open()
    await bind()
    version = 1
    const agent = await scene.session({ metadata: { path: '/w/app', host: 'box' } })
    await ask(agent, {
      q: { tool: 'AskUserQuestion', arguments: { questions: [{ question: 'Red or blue?' }] } },
    })
    const sent = platform.next('sendMessage')
    scene.hub.clock.advance(500)
    const { params } = await sent
    expect(params.text).toBe('Claude needs your input\n\nRed or blue?\napp')
    expect(params.reply_markup.inline_keyboard.flat().map(({ text }: { text: string }) => text)).toEqual([
      'Open Session',
    ])
  })

  it('tells of readiness and of tasks, and has no button without an encrypted public address', async () => {
    await open({ publicUrl: undefined })
    await bind()
    const agent = await scene.session({ metadata: { path: '/w/app', host: 'box' } })
    const ready = platform.next('sendMessage')
    await agent.emit('message', {
      sid: agent.id,
      message: { role: 'agent', content: { type: 'event', id: 'e', data: { type: 'ready' } } },
    })
    const { params } = await ready
    expect([params.text, params.reply_markup]).toEqual([
      'Ready: app on box\n\nClaude is waiting for your command\nSession: app\nPath: /w/app',
      { inline_keyboard: [[]] },
    ])
    const failed = platform.next('sendMessage')
    const data = { type: 'system', subtype: 'task_notification', summary: 'Tests', status: 'failed' }
    await agent.emit('message', {
      sid: agent.id,
      message: { role: 'agent', content: { type: 'output', data } },
    })
    expect((await failed).params.text).toBe('Task failed\n\nClaude: Tests')
  })

  it('reaches the accounts of the namespace and no others', async () => {
    await open()
    await bind(ADA)
    await bind(100, 'team')
    const { message } = await askedSession()
    expect([message.chat_id, platform.sent('sendMessage').length]).toEqual([ADA, 1])
  })

  it('is silent when messagingBotNotification is off', async () => {
    await open({ messagingBotNotification: false })
    await bind()
    version = 1
    const agent = await scene.session()
    await ask(agent, { r: bash })
    scene.hub.clock.advance(500)
    const greeted = platform.next('sendMessage')
    platform.write(ADA, '/start')
    expect((await greeted).params.text).toContain('connected')
    expect(platform.sent('sendMessage')).toHaveLength(1)
  })
})

describe('buttons', () => {
  const press = async (data: string, message: { message_id?: number; date?: number } = {}, user = ADA) => {
    const answered = platform.next('answerCallbackQuery')
    const date = Math.floor(scene.now / 1000)
    platform.press(user, data, { message_id: 101, text: 'Action required', date, ...message })
    return (await answered).params
  }

  it.each([
    ['ap', true, 'Allowed'],
    ['dn', false, 'Denied'],
  ])('%s decides the request and says so in the message', async (word, approved, says) => {
    await open()
    await bind()
    const { agent, decisions } = await askedSession()
    expect(await press(`${word}:${agent.id.slice(0, 8)}:request-`)).toMatchObject({ text: says })
    expect(decisions).toEqual([{ id: 'request-1', approved }])
    expect(platform.sent('editMessageText').map(({ text }) => text)).toEqual([`Action required\n\n${says}`])
  })

  it('decides nothing for an account that is not bound, or bound elsewhere', async () => {
    await open()
    await bind()
    await bind(100, 'team')
    const { agent, decisions } = await askedSession()
    const data = `ap:${agent.id.slice(0, 8)}:request-`
    expect(await press(data, {}, 7)).toMatchObject({ show_alert: true })
    expect(await press(data, {}, 100)).toMatchObject({ show_alert: true })
    expect(decisions).toEqual([])
  })

  it('means the request its message asked, never a later one that begins alike', async () => {
    await open()
    await bind()
    const { agent, decisions } = await askedSession()
    await ask(agent, { 'request-2': { ...bash, createdAt: scene.now } })
    const answer = await press(`ap:${agent.id.slice(0, 8)}:request-`)
    expect([answer.text, decisions]).toEqual(['Request not found', []])
  })

  it('finds the request after a restart, when only one fits and it is older than the message', async () => {
    await open()
    await bind()
    const { agent, decisions } = await askedSession()
    const data = `ap:${agent.id.slice(0, 8)}:request-`
    const forgotten = { message_id: 7 }
    expect(await press(data, { ...forgotten, date: 1 })).toMatchObject({ show_alert: true })
    expect(decisions).toEqual([])
    expect(await press(data, forgotten)).toMatchObject({ text: 'Allowed' })
    await ask(agent, {
      'request-1': { ...bash, createdAt: scene.now },
      'request-2': { ...bash, createdAt: scene.now },
    })
    expect(await press(data, forgotten)).toMatchObject({ show_alert: true })
    expect(decisions).toHaveLength(1)
  })

  it('answers data it does not know', async () => {
    await open()
    await bind()
    expect(await press('zz:1:2')).toMatchObject({ text: 'This button is not known.', show_alert: true })
  })
})

describe('the mini-app', () => {
  const written = async (chatType?: 'private' | 'group') => {
    const answered = platform.next('sendMessage')
    platform.write(ADA, '/start', chatType)
    return (await answered).params
  }
  const button = { text: 'Open', web_app: { url: 'https://hub.example/' } }

  it('is in the menu of the bot', async () => {
    const menu = platform.next('setChatMenuButton')
    await open({ publicUrl: 'https://Hub.example:443/below?x#y' })
    expect((await menu).params).toEqual({ menu_button: { type: 'web_app', ...button } })
  })

  it('works without its place in the menu', async () => {
    platform.failures.set('setChatMenuButton', { status: 400, description: platform.token })
    await open()
    expect((await written()).text).toContain('not connected yet')
    expect(scene.log.text).not.toContain(platform.token)
  })

  it('is a button of what the bot answers, connected or not', async () => {
    await open()
    const before = await written()
    await bind()
    const after = await written()
    expect([before.text, after.text]).toEqual([
      expect.stringContaining('not connected yet'),
      expect.stringContaining('is connected'),
    ])
    for (const { reply_markup } of [before, after])
      expect(reply_markup).toEqual({ inline_keyboard: [[button]] })
  })

  it('has no button in a group, where the platform takes none', async () => {
    await open()
    expect(await written('group')).not.toHaveProperty('reply_markup')
  })

  it.each([undefined, 'http://hub.example'])(
    'is nowhere when the public address is %s',
    async (publicUrl) => {
      await open({ publicUrl })
      const { text, reply_markup } = await written()
      expect([text, reply_markup]).toEqual([expect.stringContaining('no public https address'), undefined])
      expect(platform.sent('setChatMenuButton')).toEqual([])
      expect((await scene.api.call(getPushDiagnostics)).diagnostics).toContainEqual({
        channel: 'bot',
        isProblem: true,
        message: expect.stringContaining('give an https:// address in publicUrl (SVC_PUBLIC_URL).'),
      })
      expect(scene.log.text).toContain('SVC_PUBLIC_URL')
    },
  )

  it.each([
    [true, null, 'https://web.telegram.org'],
    [false, 'DENY', "'none'"],
  ])('is framed by the platform when there is a bot: %s', async (hasBot, frameOptions, ancestors) => {
    await open(hasBot ? {} : { messagingBotToken: undefined })
    const folder = join(scene.hub.config.home, 'web-app')
    mkdirSync(folder)
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    const { headers } = await fetch(scene.hub.origin)
    expect(headers.get('x-frame-options')).toBe(frameOptions)
    expect(headers.get('content-security-policy')).toMatch(new RegExp(`; frame-ancestors ${ancestors}$`))
  })
})

describe('a bot that cannot work', () => {
  const problems = async () => (await scene.api.call(getPushDiagnostics)).diagnostics

  it('says nothing while it works', async () => {
    const polled = platform.next('getUpdates')
    await open()
    await polled
    expect((await problems()).filter(({ channel }) => channel === 'bot')).toEqual([])
  })

  it('says so when the platform refuses its token, which no log holds', async () => {
    const description = `Unauthorized: ${platform.token}`
    platform.failures.set('getMe', { status: 401, description })
    await open()
    await scene.log.until('The messaging bot is off')
    expect(await problems()).toContainEqual({
      channel: 'bot',
      isProblem: true,
      message: 'The messaging bot is off: check messagingBotToken (MESSAGING_BOT_TOKEN).',
    })
    expect(scene.log.text).not.toContain(platform.token)
  })

  it.each(['localhost', 'nonsense', 'ftp://x.example'])('says so when its host is %s', async (host) => {
    process.env.SVC_MESSAGING_BOT_ORIGIN = host
    await open()
    expect(await problems()).toContainEqual({
      channel: 'bot',
      isProblem: true,
      message: expect.stringContaining('SVC_MESSAGING_BOT_ORIGIN must be an http:// or https:// address'),
    })
  })
})

describe('a send', () => {
  const notice: Notice = {
    type: 'ready',
    namespace: 'default',
    sessionId: 's',
    native: { title: 't', body: 'b' },
    web: { title: 't', body: 'b' },
  }

  async function send(boundTo: number[], signal = AbortSignal.timeout(5000)) {
    await open()
    const session = scene.hub.cli().createSession({ tag: 't', metadata: { path: '/w/app', host: 'box' } })
    const { id } = await session
    const bot = new MessagingBot({
      token: platform.token,
      apiOrigin: platform.origin,
      publicUrl: undefined,
      notifies: true,
      accounts: { boundTo: () => boundTo, namespaceOf: () => 'default' },
      findSession: (wanted) => (wanted === 's' ? ({ id, metadata: null } as SessionRecord) : undefined),
      activeSessions: () => [],
      machineName: () => undefined,
      decide: () => Promise.resolve(),
      clock: scene.hub.clock,
      log: scene.log,
    })
    return bot.send(notice, signal)
  }

  it('is suppressed when nobody is bound', async () => {
    expect(await send([])).toEqual({ result: 'suppressed', reason: 'none-bound' })
  })

  it('is rejected with the code of the platform, whose token never gets into the log', async () => {
    platform.failures.set('sendMessage', { status: 403, description: 'blocked by the user' })
    expect(await send([1])).toEqual({ result: 'rejected', code: '403', prune: false })
    expect(scene.log.text).not.toContain(platform.token)
  })

  it('is rejected when its time is over', async () => {
    expect(await send([1], AbortSignal.abort())).toMatchObject({ result: 'rejected', code: 'timeout' })
  })

  it('is accepted when one of several accounts can be reached', async () => {
    expect(await send([1, 2])).toEqual({ result: 'accepted' })
    expect(platform.sent('sendMessage').map(({ chat_id }) => chat_id)).toEqual([1, 2])
  })
})
