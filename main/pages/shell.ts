import type { FailureAction, ShellPage } from '../../contract/desktop.ts'
import type { DesktopBridge } from '../../contract/desktop-calls.ts'

/* Draws what the shell says while there is no page of the hub: that it starts, or why it does not. */

declare global {
  interface Window {
    svcDesktop: DesktopBridge
  }
}

const desktop = window.svcDesktop
const root = document.getElementById('page')

type FailedPage = Extract<ShellPage, { view: 'failed' }>

function draw(page: ShellPage): void {
  document.documentElement.lang = page.language
  document.title = `${page.title} - Svc Hub`
  const title = element('h1', page.title)
  title.tabIndex = -1
  root?.replaceChildren(title, element('p', page.text), ...(page.view === 'failed' ? waysOut(page) : []))
  // Not the button: a key pressed for something else must not end another program.
  title.focus()
}

function waysOut(page: FailedPage): HTMLElement[] {
  const backups = page.backups.length > 0 ? chooseBackup(page) : undefined
  const act = (action: FailureAction) => {
    for (const button of root?.querySelectorAll('button') ?? []) button.disabled = true
    const backup = action === 'restore-backup' ? backups?.querySelector('select')?.value : undefined
    desktop.actOnFailure({ action, ...(backup !== undefined && { backup }) }).then(draw, () => draw(page))
  }
  const buttons = element('div')
  buttons.className = 'actions'
  buttons.append(
    ...[page.action, ...page.others].map(({ id, label }, index) => {
      const button = element('button', label)
      button.type = 'button'
      if (index === 0) button.className = 'main'
      button.dataset.action = id
      button.addEventListener('click', () => act(id))
      return button
    }),
  )
  const note = page.note === undefined ? [] : [element('p', page.note)]
  for (const paragraph of note) {
    paragraph.className = 'note'
    paragraph.setAttribute('role', 'alert')
  }
  return [...note, ...(backups ? [backups] : []), buttons, detailsOf(page)]
}

function chooseBackup(page: FailedPage): HTMLElement {
  const label = element('label', page.backupsLabel)
  const select = element('select')
  for (const backup of page.backups) {
    const option = element('option', backup.label)
    option.value = backup.name
    select.append(option)
  }
  label.append(select)
  return label
}

function detailsOf({ detailsLabel, details }: FailedPage): HTMLElement {
  const box = element('details')
  box.append(element('summary', detailsLabel), element('pre', details))
  return box
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text?: string) {
  const made = document.createElement(name)
  if (text !== undefined) made.textContent = text
  return made
}

desktop.onNews((news) => {
  if (news.type === 'shell-page') draw(news.page)
})
// Nothing can be said when not even the shell answers; the page then stays empty.
desktop.shellPage().then(draw, () => {})
