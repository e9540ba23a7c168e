import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { signInFromPageUrl } from './client/sign-in-link.ts'
import { watchInstallOffer } from './features/web-app/install-prompt.ts'
import { startI18n } from './i18n/i18n.ts'
import './styles/main.css'
import { applyTheme } from './ui/theme.ts'

// First of all: a code must not stay in the address bar, whatever happens next.
const page = signInFromPageUrl(window.location.href)
if (page.cleanUrl !== undefined) window.history.replaceState(null, '', page.cleanUrl)

applyTheme()
watchInstallOffer(window)
await startI18n()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(<App link={page.signIn} />)
