import type { Turn } from './turn.ts'

interface Scenario {
  /** Chosen when the prompt matches; the first match wins. */
  readonly when: RegExp
  play(turn: Turn, prompt: string): Promise<void>
}

const runTests: Scenario = {
  when: /\b(test|run|check|flaky)\b/i,
  async play(turn) {
    await turn.think('The test fails now and then, so I want to see it fail before I change anything.')
    await turn.say('I will run the tests first.')
    const allowed = await turn.run(
      'npm test',
      'Run the test suite',
      'Test Files  1 passed (1)\n     Tests  12 passed (12)\n  Duration  1.42s',
    )
    await turn.say(
      allowed
        ? 'All **12 tests pass**. Nothing is flaky today; I ran them once and the slowest took 0.4 s.'
        : 'I did not run the tests. Tell me when I may, or what to do instead.',
    )
  },
}

const editFile: Scenario = {
  when: /\b(edit|change|fix|dark|add|write|implement)\b/i,
  async play(turn) {
    const isSite = turn.directory.endsWith('site')
    const [file, old, better] = isSite
      ? ['src/theme.css', '--paper: white;', '--paper: light-dark(white, #101418);']
      : [
          'src/checkout.ts',
          'const charges = [cart.card]',
          'const charges = cart.items.length > 0 ? [cart.card] : []',
        ]
    // Who asks for it once more gets it undone: each time there is a change to look at.
    const [before, after] = turn.contentOf(file).includes(better) ? [better, old] : [old, better]
    await turn.todos([
      { content: `Read ${file}`, status: 'in_progress' },
      { content: 'Make the change', status: 'pending' },
      { content: 'Run the tests', status: 'pending' },
    ])
    await turn.read(file)
    await turn.todos([
      { content: `Read ${file}`, status: 'completed' },
      { content: 'Make the change', status: 'in_progress' },
      { content: 'Run the tests', status: 'pending' },
    ])
    if (!(await turn.edit(file, before, after))) {
      await turn.say('I left the file as it was.')
      return
    }
    const tested = await turn.run('npm test', 'Run the test suite', 'Tests  12 passed (12)')
    await turn.todos([
      { content: `Read ${file}`, status: 'completed' },
      { content: 'Make the change', status: 'completed' },
      { content: 'Run the tests', status: tested ? 'completed' : 'pending' },
    ])
    await turn.say(`Done. I changed \`${file}\`:\n\n\`\`\`diff\n- ${before}\n+ ${after}\n\`\`\``)
  },
}

const askOwner: Scenario = {
  when: /\b(ask|question|choose|which|decide)\b/i,
  async play(turn) {
    const answers = await turn.ask([
      {
        question: 'Which colour should the new mug have?',
        header: 'Colour',
        multiSelect: false,
        options: [
          { label: 'Sea green', description: 'Goes with the logo' },
          { label: 'Terracotta', description: 'Warm, sells well in autumn' },
        ],
      },
    ])
    const chosen = answers?.['0']?.join(', ')
    await turn.say(chosen ? `Then **${chosen}** it is.` : 'No answer, so I leave the mug white.')
  },
}

const failing: Scenario = {
  when: /\b(fail|break|deploy|error)\b/i,
  async play(turn) {
    await turn.say('I will try to publish it.')
    const allowed = await turn.run(
      'npm run deploy',
      'Publish the shop',
      'Error: the server said 403 Forbidden',
      true,
    )
    await turn.say(
      allowed
        ? 'Publishing failed: the server refused us (`403 Forbidden`). The key for the server has probably expired; I changed nothing.'
        : 'I did not publish anything.',
    )
  },
}

const makePlan: Scenario = {
  when: /\bplan\b/i,
  async play(turn) {
    await turn.read('README.md')
    await turn.say(
      '1. Read how an order is charged\n2. Make the change in `src/checkout.ts`\n3. Run the tests',
    )
    await turn.propose()
  },
}

const workInTeam: Scenario = {
  when: /\bteam\b/i,
  async play(turn) {
    const team_name = 'shop'
    await turn.tool('TeamCreate', { team_name, description: 'Makes the shop faster' }, 'Created')
    const members = [
      ['Mira', 'Measure the product page'],
      ['Jon', 'Make the photos smaller'],
    ]
    for (const [name, description] of members) {
      await turn.tool('Task', { team_name, name, subagent_type: 'worker', description }, 'Started')
    }
    await turn.tool(
      'SendMessage',
      { type: 'message', recipient: 'Mira', summary: 'Measure on a phone, please' },
      'Sent',
    )
    await turn.say('Mira measures and Jon makes the photos smaller.')
  },
}

const research: Scenario = {
  when: /\bresearch\b/i,
  async play(turn) {
    await turn.todos([
      { content: 'Look through the files', status: 'in_progress' },
      { content: 'Look it up on the web', status: 'pending' },
    ])
    await turn.tool(
      'Grep',
      { pattern: 'charges', path: `${turn.directory}/src`, output_mode: 'content' },
      'src/checkout.ts:2:  const charges = [cart.card]\nsrc/checkout.test.ts:6:  expect(order.charges).toHaveLength(1)',
    )
    await turn.tool(
      'Glob',
      { pattern: '**/*.ts' },
      `${turn.directory}/src/checkout.ts\n${turn.directory}/src/checkout.test.ts`,
    )
    await turn.read('src/checkout.ts')
    const links = [
      { title: 'Money in programs', url: 'https://example.org/money' },
      { title: 'How cards are charged', url: 'https://example.com/cards' },
    ]
    await turn.tool(
      'WebSearch',
      { query: 'how are cards charged' },
      `Web search results for query: "how are cards charged"\n\nLinks: ${JSON.stringify(links)}\n\nBoth pages say: **once per order**.`,
    )
    await turn.tool(
      'WebFetch',
      { url: 'https://example.org/money', prompt: 'How often is a card charged?' },
      'A card is charged **once per order**.',
    )
    await turn.delegate(
      {
        description: 'Read what the shop is for',
        prompt: 'Read the description of the shop and sum it up.',
        subagent_type: 'reader',
      },
      'It is a **small web shop** for mugs.',
    )
    await turn.tool(
      'mcp__tracker__create_issue',
      { title: 'Charge once', labels: ['shop', 'money'], assignee: { name: 'Alex', notify: true } },
      JSON.stringify({ number: 12, state: 'open' }),
    )
    await turn.todos([
      { content: 'Look through the files', status: 'completed' },
      { content: 'Look it up on the web', status: 'completed' },
    ])
    await turn.say('A card is charged once per order, and the shop does just that.')
  },
}

const answer: Scenario = {
  when: /(?:)/,
  async play(turn, prompt) {
    await turn.think('A plain question; I can answer from what I have read.')
    await turn.say(
      [
        `You wrote: *${prompt.slice(0, 200)}*`,
        '',
        'I am a simulated agent. Ask me to:',
        '',
        '1. **run the tests** (I will ask for permission)',
        '2. **change a file** (I keep a to-do list while I work)',
        '3. **ask you something**',
        '4. **deploy**, which fails',
        '5. **research** something',
      ].join('\n'),
    )
  },
}

const SCENARIOS = [research, makePlan, workInTeam, askOwner, failing, runTests, editFile, answer]

/** Plays the scenario a prompt asks for. */
export function play(turn: Turn, prompt: string): Promise<void> {
  const scenario = SCENARIOS.find(({ when }) => when.test(prompt)) ?? answer
  return scenario.play(turn, prompt)
}
