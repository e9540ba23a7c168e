import { describe, expect, it } from 'vitest'
import { DESKTOP_CALLS, type DesktopCallName } from '../contract/desktop.ts'
import { type CallHandlers, createGate } from './bridge.ts'
import { pageAtAddress } from './page-at.ts'

const hubPage = { isMainFrame: true, url: 'http://127.0.0.1:3006/sessions/x' }
const shellPage = { isMainFrame: true, url: 'file:///opt/app/dist/main/pages/shell.html' }

function setUp(answers: Partial<CallHandlers> = {}) {
  const called: [string, unknown][] = []
  const lines: string[] = []
  const names = Object.keys(DESKTOP_CALLS) as DesktopCallName[]
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      (input: unknown) => {
        called.push([name, input])
        return (answers[name] as ((input: unknown) => unknown) | undefined)?.(input)
      },
    ]),
  ) as unknown as CallHandlers
  const gate = createGate({
    pageAt: (url) =>
      pageAtAddress(url, {
        shellPage: '/opt/app/dist/main/pages/shell.html',
        hubOrigin: 'http://127.0.0.1:3006',
      }),
    handlers,
    log: (line) => lines.push(line),
  })
  return { gate, called, lines }
}

describe('the gate between the page and the shell', () => {
  it('lets a call of the right shape through, and its answer back', async () => {
    const { gate, called } = setUp({ accessToken: () => 'the code' })
    expect(await gate(hubPage, { name: 'accessToken', input: null })).toBe('the code')
    expect(called).toEqual([['accessToken', null]])
  })

  it.each([
    ['an unknown name', { name: 'runProgram', input: null }],
    ['a name of every object', { name: 'constructor', input: null }],
    ['no name', { input: null }],
    ['no object', 'accessToken'],
    ['nothing', undefined],
    ['input of the wrong shape', { name: 'openFolder', input: { folder: '/etc' } }],
    ['input with extra parts', { name: 'openFolder', input: { folder: 'data', more: 'x' } }],
    ['input where none belongs', { name: 'accessToken', input: { please: true } }],
  ])('refuses %s', async (_, message) => {
    const { gate, called } = setUp()
    await expect(gate(hubPage, message)).rejects.toThrow('not allowed')
    expect(called).toEqual([])
  })

  it.each([
    ['a frame inside the page', { ...hubPage, isMainFrame: false }],
    ['another port of this computer', { ...hubPage, url: 'http://127.0.0.1:3007/' }],
    ['another site', { ...hubPage, url: 'https://example.org/' }],
    ['a page that only begins like ours', { ...hubPage, url: 'http://127.0.0.1:3006.example.org/' }],
    ['the local page', shellPage],
    ['another file', { ...shellPage, url: 'file:///tmp/shell.html' }],
    ['no address', { ...hubPage, url: '' }],
    ['an empty page', { ...hubPage, url: 'about:blank' }],
  ])('does not give the code to %s', async (_, source) => {
    const { gate, called } = setUp({ accessToken: () => 'the code' })
    await expect(gate(source, { name: 'accessToken', input: null })).rejects.toThrow('not allowed')
    expect(called).toEqual([])
  })

  it('keeps the ways out of a failure to the local page', async () => {
    const act = { name: 'actOnFailure', input: { action: 'try-again' } }
    const page = { view: 'starting' as const, language: 'en', title: 'Starting', text: '…' }
    const { gate, called } = setUp({ actOnFailure: () => page })
    await expect(gate(hubPage, act)).rejects.toThrow('not allowed')
    expect(await gate(shellPage, act)).toEqual(page)
    expect(called).toHaveLength(1)
  })

  it('tells the page nothing of why a call failed', async () => {
    const { gate, lines } = setUp({
      accessToken: () => {
        throw new Error('ENOENT /home/me/secret')
      },
    })
    const answer = gate(hubPage, { name: 'accessToken', input: null })
    await expect(answer).rejects.toThrow(/^accessToken did not work$/)
    expect(lines.join()).toContain('ENOENT')
  })

  it('passes on only what the contract says', async () => {
    const { gate } = setUp({ saveDiagnostics: () => ({ path: '/x.zip', secret: 'y' }) as { path: string } })
    expect(await gate(hubPage, { name: 'saveDiagnostics', input: null })).toEqual({ path: '/x.zip' })
  })
})
