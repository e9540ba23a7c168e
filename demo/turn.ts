import { randomUUID } from 'node:crypto'
import type { TodoItem } from '../contract/session.ts'
import type { PermissionAnswer } from './permission-desk.ts'
import type { VirtualDisk } from './virtual-disk.ts'
import type { Voice } from './voice.ts'

/** The turn was stopped by its owner. */
export class TurnAborted extends Error {
  constructor() {
    super('The turn was stopped')
    this.name = 'TurnAborted'
  }
}

export interface Question {
  question: string
  header: string
  options: { label: string; description: string }[]
  multiSelect: boolean
}

export interface TurnParts {
  voice: Voice
  disk: VirtualDisk
  directory: string
  send(contents: unknown[]): void
  /** Asks the owner unless the permission mode or an earlier answer already allows the tool. */
  permit(tool: string, input: object, callId: string): Promise<PermissionAnswer>
  ask(questions: Question[], callId: string): Promise<PermissionAnswer>
  /** Offers a plan to be carried out on request. */
  propose(): Promise<void>
  pause(ms: number): Promise<void>
  isAborted(): boolean
}

/** What a scenario can do during one turn of the simulated agent. Every step ends the turn when aborted. */
export class Turn {
  readonly #parts: TurnParts

  constructor(parts: TurnParts) {
    this.#parts = parts
  }

  get directory(): string {
    return this.#parts.directory
  }

  async say(text: string): Promise<void> {
    await this.#pause(600)
    this.#parts.send(this.#parts.voice.say(text))
  }

  async think(text: string): Promise<void> {
    await this.#pause(800)
    this.#parts.send(this.#parts.voice.think(text))
  }

  async todos(items: Pick<TodoItem, 'content' | 'status'>[]): Promise<void> {
    const todos = items.map((item, index) => ({ ...item, id: String(index + 1), priority: 'medium' }))
    await this.tool('TodoWrite', { todos }, 'Saved')
  }

  async read(path: string): Promise<string> {
    const { content = '' } = this.#parts.disk.read(`${this.directory}/${path}`) ?? {}
    await this.tool('Read', { file_path: `${this.directory}/${path}` }, content)
    return content
  }

  /** Runs a command once the owner allows it; false when it was denied. */
  run(command: string, description: string, output: string, isError = false): Promise<boolean> {
    return this.#permitted('Bash', { command, description }, () => output, isError)
  }

  /** What a file holds now; nothing where there is none. */
  contentOf(path: string): string {
    return this.#parts.disk.read(`${this.directory}/${path}`)?.content ?? ''
  }

  /** Replaces `before` with `after` in a file once the owner allows it; false when it was denied. */
  edit(path: string, before: string, after: string): Promise<boolean> {
    const file = `${this.directory}/${path}`
    const input = { file_path: file, old_string: before, new_string: after }
    return this.#permitted('Edit', input, () => {
      const { content = '' } = this.#parts.disk.read(file) ?? {}
      this.#parts.disk.write(file, content.replace(before, after), Date.now())
      return `Updated ${path}`
    })
  }

  /** Leaves the plan it just told to its owner's decision. */
  propose(): Promise<void> {
    return this.#parts.propose()
  }

  /** The owner's answers by the place of their question, or undefined when the questions were dismissed. */
  async ask(questions: Question[]): Promise<Record<string, string[]> | undefined> {
    const callId = randomUUID()
    const { voice, send } = this.#parts
    send(voice.toolCall(callId, 'AskUserQuestion', { questions }))
    const answer = await this.#parts.ask(questions, callId)
    this.#check()
    const text = answer.approved ? JSON.stringify(answer.answers ?? {}) : 'The owner did not answer.'
    send(voice.toolResult(callId, text, !answer.approved))
    return answer.approved ? (answer.answers ?? {}) : undefined
  }

  async #permitted(name: string, input: object, work: () => string, isError = false): Promise<boolean> {
    const callId = randomUUID()
    const { voice, send } = this.#parts
    await this.#pause(700)
    send(voice.toolCall(callId, name, input))
    const answer = await this.#parts.permit(name, input, callId)
    this.#check()
    if (!answer.approved) {
      send(voice.toolResult(callId, 'The owner said no to this.', true))
      return false
    }
    await this.#pause(900)
    send(voice.toolResult(callId, work(), isError))
    return true
  }

  /** Uses a tool nobody needs to allow. */
  async tool(name: string, input: object, output: string): Promise<void> {
    const callId = randomUUID()
    const { voice, send } = this.#parts
    await this.#pause(500)
    send(voice.toolCall(callId, name, input))
    await this.#pause(400)
    send(voice.toolResult(callId, output, false))
  }

  /** Lets a sub-agent of the kind `subagent_type` read a file and answer. */
  async delegate(task: { description: string; prompt: string; subagent_type: string }, answer: string) {
    const callId = randomUUID()
    const readId = randomUUID()
    const { voice, send, disk } = this.#parts
    const file_path = `${this.directory}/README.md`
    const { content = '' } = disk.read(file_path) ?? {}
    await this.#pause(500)
    send(voice.toolCall(callId, 'Task', task))
    await this.#pause(400)
    send(voice.inside(callId, voice.toolCall(readId, 'Read', { file_path })))
    send(voice.inside(callId, voice.toolResult(readId, content, false)))
    await this.#pause(400)
    send(voice.inside(callId, voice.say('The folder says what it is for.')))
    send(voice.toolResult(callId, answer, false))
  }

  async #pause(ms: number): Promise<void> {
    await this.#parts.pause(ms)
    this.#check()
  }

  #check(): void {
    if (this.#parts.isAborted()) throw new TurnAborted()
  }
}
