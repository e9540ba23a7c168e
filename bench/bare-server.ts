import http from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import BetterSqlite3 from 'better-sqlite3'

/**
 * The yardstick: the same work with nothing but node:http and SQLite, run as a process of its own.
 * It keeps no rule of ours; it shows what the machine itself costs.
 */

interface BareRow {
  id: string
  seq: number
  content: string
  created_at: number
}

const db = new BetterSqlite3(process.env.BENCH_DB as string)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(
  'CREATE TABLE rows (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, content TEXT NOT NULL, created_at INTEGER NOT NULL)',
)
const insert = db.prepare('INSERT INTO rows (id, content, created_at) VALUES (?, ?, ?)')
const page = db.prepare<[number], BareRow>('SELECT * FROM rows ORDER BY seq DESC LIMIT ?')
const insertMany = db.transaction((contents: string[]) => {
  for (const content of contents) insert.run(crypto.randomUUID(), content, Date.now())
})

let list: Buffer = Buffer.from('{}')
const streams = new Set<http.ServerResponse>()

function readBody(request: http.IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => done(Buffer.concat(chunks).toString('utf8')))
}

const send = (response: http.ServerResponse, body: string | Buffer, headers: http.OutgoingHttpHeaders = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)

const handlers: Record<
  string,
  (request: http.IncomingMessage, response: http.ServerResponse, query: URLSearchParams) => void
> = {
  'GET /list': (_request, response) => send(response, list, { 'content-encoding': 'gzip' }),
  'POST /list': (request, response) =>
    readBody(request, (text) => {
      list = zlib.gzipSync(text)
      send(response, '{}')
    }),
  'GET /page': (_request, response, query) => {
    const rows = page.all(Number(query.get('limit'))).reverse()
    const json = rows.map(
      (r) => `{"id":"${r.id}","seq":${r.seq},"content":${r.content},"createdAt":${r.created_at}}`,
    )
    send(response, `{"messages":[${json.join(',')}]}`)
  },
  'POST /rows': (request, response) =>
    readBody(request, (text) => {
      insertMany((JSON.parse(text) as unknown[]).map((content) => JSON.stringify(content)))
      send(response, '{}')
    }),
  'POST /send': (request, response) =>
    readBody(request, (text) => {
      insert.run(crypto.randomUUID(), JSON.stringify(JSON.parse(text)), Date.now())
      send(response, '{"ok":true}')
    }),
  'GET /events': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
    response.write(zlib.gzipSync('data: hello\n\n'))
    streams.add(response)
  },
  'POST /publish': (request, response) =>
    readBody(request, (text) => {
      const block = zlib.gzipSync(`data: ${text}\n\n`)
      for (const stream of streams) stream.write(block)
      send(response, '{}')
    }),
}

const server = http.createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare')
  const handle = handlers[`${request.method} ${url.pathname}`]
  if (handle) handle(request, response, url.searchParams)
  else response.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('SIGTERM', () => process.exit(0))
