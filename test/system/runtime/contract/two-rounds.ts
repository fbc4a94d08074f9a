import type { RuntimeScenario } from './scenarios.ts';

/** Two rounds of calls, of which one has an effect. */
export const twoRounds: RuntimeScenario = {
  name: 'two rounds',
  script: `
rules:
  - when: { after: { tool: home__say } }
    answer: said
  - when: { after: { tool: read_file } }
    answer: { text: Now I speak., calls: [{ tool: home__say, arguments: { text: hello } }] }
  - when: { user: go }
    answer: { text: First I read., calls: [{ tool: read_file, arguments: { path: note.txt } }] }
`,
  files: { 'note.txt': 'a note' },
  // A runtime may take long to start again.
  definition: { limits: { maxTokens: 100_000, maxToolCalls: 20, timeoutMs: 600_000 } },
  end: 'answered',
};
