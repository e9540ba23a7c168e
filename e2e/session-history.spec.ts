import { answersTo, expect, openSession, ownMessages, say, test } from './support/app.ts'

test('going back removes a message and what followed, and gives its text back', async ({ page, app }) => {
  await app.api.startSession('To go back')
  await page.goto(app.signInLink())
  await openSession(page, 'To go back')
  await say(page, 'First words')
  await expect(answersTo(page, 'First words')).toHaveCount(1)
  await say(page, 'Second words')
  await expect(answersTo(page, 'Second words')).toHaveCount(1)

  await page.getByRole('button', { name: 'What to do with this message' }).last().click()
  await page.getByRole('menuitem', { name: /Go back to before this/ }).click()
  await page.getByRole('button', { name: 'Go back', exact: true }).click()
  await expect(ownMessages(page, 'Second words')).toHaveCount(0)
  await expect(answersTo(page, 'First words')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('Second words')
})

test('a copy of the session starts with its conversation', async ({ page, app }) => {
  const id = await app.api.startSession('To be copied')
  await page.goto(app.signInLink())
  await openSession(page, 'To be copied')
  await say(page, 'Words to keep')
  await expect(answersTo(page, 'Words to keep')).toHaveCount(1)
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: /Continue in a copy/ }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(ownMessages(page, 'Words to keep')).toHaveCount(1)
})

test('the conversation is saved as a document', async ({ page, app }) => {
  await app.api.startSession('To be saved')
  await page.goto(app.signInLink())
  await openSession(page, 'To be saved')
  await say(page, 'Words to print')
  await expect(answersTo(page, 'Words to print')).toHaveCount(1)
  for (const [choice, name] of [
    [/^To read/, /^To be saved .*\.md$/],
    [/^Everything/, /^To be saved .*\.json$/],
  ] as const) {
    await page.getByRole('button', { name: 'Session menu' }).click()
    await page.getByRole('menuitem', { name: /Save the conversation/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: choice }).click()
    expect((await download).suggestedFilename()).toMatch(name)
  }
})
