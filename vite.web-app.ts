import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'

const root = import.meta.dirname
const icons = ['icon-192.png', 'icon-512.png', 'icon-maskable-512.png', 'apple-touch-icon.png']

/** What a system shows of the app before any of its code runs, in the languages of the page. */
const texts = {
  en: {
    lang: 'en',
    description: 'Follow your coding agents, answer them and give them work.',
    start: 'Start a session',
    sessions: 'Sessions',
    machines: 'Machines',
  },
  'zh-CN': {
    lang: 'zh-CN',
    description: '关注你的编程智能体，回答它们的问题，给它们布置任务。',
    start: '开始会话',
    sessions: '会话',
    machines: '电脑',
  },
}

/**
 * The files that make the page an app one can install, beside those of the bundler: manifest and icons under
 * fixed names, and the service worker, which is told every file of this very build.
 */
export function webAppFiles(): Plugin {
  return {
    name: 'web-app-files',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      for (const icon of icons) {
        const source = readFileSync(join(root, 'assets/web', icon))
        this.emitFile({ type: 'asset', fileName: `icons/${icon}`, source })
      }
      for (const [language, words] of Object.entries(texts)) {
        const source = JSON.stringify(manifest(words), null, 2)
        this.emitFile({ type: 'asset', fileName: manifestName(language), source })
      }
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await worker(shellFiles(bundle)) })
    },
  }
}

const manifestName = (language: string) =>
  language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`

/** The address it starts at is always the bare one: whoever installs the app is signed in, or signs in. */
const manifest = (words: (typeof texts)['en']) => ({
  id: '/',
  name: 'Svc Hub',
  short_name: 'Svc Hub',
  description: words.description,
  lang: words.lang,
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // As in index.html, whose two colours follow the theme once the page is there.
  background_color: '#f6f6f4',
  theme_color: '#f6f6f4',
  categories: ['developer', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: words.start, url: '/start' },
    { name: words.sessions, url: '/' },
    { name: words.machines, url: '/machines' },
  ],
})

/** What the worker keeps: everything a window may load, the page itself apart (`ShellFiles` in renderer/sw). */
function shellFiles(bundle: Rollup.OutputBundle) {
  const files = Object.values(bundle).filter(
    ({ fileName }) => !fileName.endsWith('.map') && !fileName.startsWith('.'),
  )
  const page = files.find(({ fileName }) => fileName === 'index.html')
  if (!page) throw new Error('The bundle has no page')
  const version = createHash('sha256')
  for (const file of files.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
    version.update(file.fileName).update('\0').update(contentOf(file)).update('\0')
  }
  return {
    version: version.digest('hex').slice(0, 16),
    files: files.filter((file) => file !== page).map(({ fileName }) => `/${fileName}`),
    pageSha256: createHash('sha256').update(contentOf(page)).digest('hex'),
  }
}

const contentOf = (file: Rollup.OutputChunk | Rollup.OutputAsset) =>
  file.type === 'chunk' ? file.code : file.source

/** The worker as one classic script, which every browser with workers runs. */
async function worker(files: ReturnType<typeof shellFiles>): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { SHELL_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(root, 'renderer/sw/index.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
  const [output] = [built].flat()
  const [chunk] = output && 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built')
  return chunk.code
}
