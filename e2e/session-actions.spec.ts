import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type App, answersTo, expect, openSession, ownMessages, say, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'

interface ExportedFile {
  session: { metadata: { name?: string } }
  messages: { content: unknown }[]
}

async function openNew(page: Page, app: App, name: string, agent?: string): Promise<string> {
  const id = await app.api.startSession(name, agent)
  await page.goto(app.signInLink())
  await openSession(page, name)
  return id
}

const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The list of sessions; on a phone it is a page of its own. */
async function openList(page: Page, app: App) {
  await page.goto(app.origin)
  const list = page.getByRole('navigation', { name: 'Sessions' })
  await list.getByRole('link').first().waitFor()
  return list
}

test('a new name is there at once, and in the list', async ({ page, app }) => {
  await openNew(page, app, 'Unnamed work')
  await choose(page, 'Rename…')
  const dialog = page.getByRole('dialog', { name: 'Rename session' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Unnamed work')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('  Mugs for autumn  ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mugs for autumn', exact: true })).toBeVisible()
  const list = await openList(page, app)
  await expect(list.getByRole('link', { name: /Mugs for autumn/ })).toBeVisible()
  await expect(list.getByRole('link', { name: /Unnamed work/ })).toHaveCount(0)
})

test('a pinned session is above the others until it is unpinned', async ({ page, app }) => {
  await app.api.startSession('Oak shelf to keep')
  await app.api.startSession('Oak shelf begun after')
  await page.goto(app.signInLink())
  const list = page.getByRole('navigation', { name: 'Sessions' })
  const kept = list.getByRole('link', { name: /Oak shelf to keep/ })
  const later = list.getByRole('link', { name: /Oak shelf begun after/ })
  const above = async () => ((await kept.boundingBox())?.y ?? 0) < ((await later.boundingBox())?.y ?? 0)
  const act = async (item: string) => {
    await list.getByRole('button', { name: /^Actions for Oak shelf to keep/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  // Only what is in view is there; the other sessions of this computer are not to push these out of it.
  const search = () => page.getByRole('searchbox', { name: 'Search sessions' }).fill('oak shelf')
  await search()
  await expect.poll(above).toBe(false)

  await act('Pin to the top')
  await expect(kept.getByLabel('Pinned')).toBeVisible()
  await expect.poll(above).toBe(true)
  await page.reload()
  await search()
  await expect(kept.getByLabel('Pinned')).toBeVisible()
  await expect.poll(above).toBe(true)

  await act('Unpin')
  await expect(kept.getByLabel('Pinned')).toHaveCount(0)
  await expect.poll(above).toBe(false)
})

test('an archived session says so, keeps what was said, and can be deleted', async ({ page, app }) => {
  await openNew(page, app, 'To be put away')
  await say(page, 'Last words')
  await expect(answersTo(page, 'Last words')).toHaveCount(1)
  await choose(page, 'Archive…')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('This session is archived.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveCount(0)
  await expect(ownMessages(page, 'Last words')).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('This session is archived.')).toBeVisible()

  await choose(page, 'Delete…')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  const list = await openList(page, app)
  await expect(list.getByRole('link', { name: /To be put away/ })).toHaveCount(0)
})

test('how the agent works is changed, and is so after the page comes back', async ({ page, app }) => {
  await openNew(page, app, 'To be tuned')
  const bar = page.getByRole('region', { name: 'How the agent works' })
  const open = (setting: string) => bar.getByRole('button', { name: new RegExp(`^${setting}:`) }).click()
  const settings = ['What it may do: May change files', 'Model: mug-expert', 'Thinking: A lot']
  const expectSettings = async () => {
    for (const name of settings) await expect(bar.getByRole('button', { name })).toBeVisible()
  }
  await open('What it may do')
  await page.getByRole('menuitemradio', { name: 'May change files without asking' }).click()
  await open('Model')
  await page.getByRole('menuitem', { name: 'Another model…' }).click()
  await page.getByRole('textbox', { name: 'Name of the model' }).fill('mug-expert')
  await page.getByRole('button', { name: 'Use it' }).click()
  await open('Thinking')
  await page.getByRole('menuitemradio', { name: 'A lot' }).click()
  await expectSettings()
  await page.reload()
  await expectSettings()

  // And the agent keeps to it: it asks before the command, not before the change.
  await say(page, 'Fix it')
  const card = page.getByRole('region', { name: 'The agent asks for permission' })
  await expect(card).toContainText('Claude wants to run a command')
})

test('the saved conversation holds what was said', async ({ page, app }) => {
  await openNew(page, app, 'To be read again')
  await say(page, 'Words to keep')
  await expect(answersTo(page, 'Words to keep')).toHaveCount(1)
  const save = async (choice: RegExp) => {
    await choose(page, 'Save the conversation…')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: choice }).click()
    return readFile(await (await download).path(), 'utf8')
  }

  const text = await save(/^To read/)
  expect(text).toMatch(/^# To be read again\n/)
  expect(text).toMatch(/\n## You · .+\n\nWords to keep\n/)
  expect(text).toContain('\n**Claude:**\n\nYou wrote: *Words to keep*\n')

  const everything = JSON.parse(await save(/^Everything/)) as ExportedFile
  expect(everything.session.metadata.name).toBe('To be read again')
  const said = everything.messages.map(({ content }) => JSON.stringify(content))
  expect(said.filter((each) => each.includes('"text":"Words to keep"'))).toHaveLength(1)
  expect(said.some((each) => each.includes('You wrote: *Words to keep*'))).toBe(true)
})

test('who works at the computer is told, and taken over from', async ({ page, app }) => {
  await using agent = await BareAgent.start(app, 'At the computer')
  await page.goto(app.signInLink())
  await openSession(page, 'At the computer')
  const banner = page.getByText('Somebody at the computer is talking to this agent.')
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible()
  await expect(banner).toHaveCount(0)

  await agent.useTerminal()
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Take over' }).click()
  await expect(banner).toHaveCount(0)

  await agent.useTerminal()
  await expect(banner).toBeVisible()
  await choose(page, 'Take over')
  await expect(banner).toHaveCount(0)
})
