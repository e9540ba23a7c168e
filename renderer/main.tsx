import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { miniAppFromPageUrl } from './client/mini-app.ts'
import { signInFromPageUrl } from './client/sign-in-link.ts'
import { watchInstallOffer } from './features/web-app/install-prompt.ts'
import { startI18n } from './i18n/i18n.ts'
import './styles/main.css'
import { applyTheme } from './ui/theme.ts'

// First of all: no secret must stay in the address bar, whatever happens next.
const page = signInFromPageUrl(window.location.href)
showAddress(page.cleanUrl)
const miniApp = miniAppFromPageUrl(window.location.href)
showAddress(miniApp.cleanUrl)

applyTheme()
watchInstallOffer(window)
await startI18n()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(<App link={page.signIn} initData={miniApp.initData} />)

function showAddress(cleanUrl: string | undefined): void {
  // With the origin: a path may begin with two slashes.
  if (cleanUrl !== undefined) window.history.replaceState(null, '', window.location.origin + cleanUrl)
}
