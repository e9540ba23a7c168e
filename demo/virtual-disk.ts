export interface DiskEntry {
  name: string
  type: 'file' | 'directory'
  size?: number
  modified?: number
  isGitRepo?: boolean
}

const HOME = '/home/alex'

const CHECKOUT_TEST = `import { expect, it } from 'vitest'
import { checkout } from './checkout'

it('charges the card once', async () => {
  const order = await checkout({ items: ['mug'], card: 'test' })
  expect(order.charges).toHaveLength(1)
})
`

const FILES: Record<string, string> = {
  'projects/shop/package.json': '{ "name": "shop", "scripts": { "test": "vitest run" } }\n',
  'projects/shop/README.md': '# Shop\n\nA small web shop for mugs.\n',
  'projects/shop/src/checkout.ts':
    'export async function checkout(cart: { items: string[]; card: string }) {\n  const charges = [cart.card]\n  return { items: cart.items, charges }\n}\n',
  'projects/shop/src/checkout.test.ts': CHECKOUT_TEST,
  'projects/site/package.json': '{ "name": "site", "private": true }\n',
  'projects/site/src/theme.css': ':root {\n  --paper: white;\n  --ink: black;\n}\n',
  'projects/site/index.html': '<!doctype html>\n<title>Alex</title>\n',
  'projects/weather-bot/bot.py': 'print("sunny")\n',
  'projects/weather-bot/README.md': '# Weather bot\n',
  'Documents/ideas.md': '- a lamp that knows when I am tired\n',
  '.zshrc': 'export EDITOR=nano\n',
}

const REPOSITORIES = new Set(['projects/shop', 'projects/site'].map((path) => `${HOME}/${path}`))

/** The simulated machine's files: a small home folder in memory that agents read and edit. */
export class VirtualDisk {
  readonly home = HOME
  readonly #files = new Map<string, { content: string; modified: number }>()
  readonly #edited = new Set<string>()

  constructor(now: number) {
    for (const [path, content] of Object.entries(FILES)) {
      this.#files.set(`${HOME}/${path}`, { content, modified: now - 86_400_000 })
    }
  }

  read(path: string): { content: string; modified: number } | undefined {
    return this.#files.get(path)
  }

  write(path: string, content: string, now: number): void {
    this.#files.set(path, { content, modified: now })
    this.#edited.add(path)
  }

  isDirectory(path: string): boolean {
    const prefix = path === '/' ? '/' : `${path}/`
    return [...this.#files.keys()].some((file) => file.startsWith(prefix))
  }

  /** Directories first, then by name; undefined when there is no such directory. */
  list(path: string, includeHidden: boolean): DiskEntry[] | undefined {
    if (!this.isDirectory(path)) return undefined
    const prefix = path === '/' ? '/' : `${path}/`
    const entries = new Map<string, DiskEntry>()
    for (const [file, { content, modified }] of this.#files) {
      if (!file.startsWith(prefix)) continue
      const [name = '', ...deeper] = file.slice(prefix.length).split('/')
      if (name.startsWith('.') && !includeHidden) continue
      entries.set(
        name,
        deeper.length > 0
          ? { name, type: 'directory', isGitRepo: REPOSITORIES.has(prefix + name) }
          : { name, type: 'file', size: content.length, modified },
      )
    }
    const rank = (entry: DiskEntry) => (entry.type === 'directory' ? 0 : 1)
    return [...entries.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  }

  /** Files below `root` that an agent has changed. */
  editedBelow(root: string): string[] {
    return [...this.#edited].filter((path) => path.startsWith(`${root}/`)).sort()
  }

  filesBelow(root: string): string[] {
    return [...this.#files.keys()].filter((path) => path.startsWith(`${root}/`)).sort()
  }
}
