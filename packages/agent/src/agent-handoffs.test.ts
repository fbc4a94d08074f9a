import { expect, test } from 'vitest';
import { run } from './index.ts';
import { add, openStudio } from './testing/studio.ts';

const text = `
rules:
  - when: { system: You write }
    answer: Written.
  - when: { system: You lead, user: pass }
    answer: { text: I pass it on., calls: [{ tool: handoff_to_writer, arguments: { reason: it is about words } }] }
  - when: { system: You lead, after: { tool: add } }
    answer: 'The sum is known.'
  - when: { system: You lead, user: add }
    answer: { text: 'I add.', calls: [{ tool: add, arguments: { one: 1, other: 2 } }] }
  - answer: 'You said {{user|line|first:40}}'
`;

test('a handoff passes on the messages of its filter', async () => {
  const { createAgent, emulator } = await openStudio({ text });
  const writer = createAgent({ name: 'writer', instructions: 'You write.' });
  const expected = {
    none: [],
    last: ['pass this please'],
    texts: ['add these', 'I add.', 'The sum is known.', 'pass this please'],
    all: ['add these', 'I add.', '{"sum":21}', 'The sum is known.', 'pass this please'],
  };
  for (const filter of ['none', 'last', 'texts', 'all'] as const) {
    const handoffs = [{ agent: writer, filter }];
    const lead = createAgent({ name: `lead-${filter}`, instructions: 'You lead.', tools: [add], handoffs });
    const { sessionId } = await run(lead, 'add these');
    expect((await run(lead, 'pass this please', { session: sessionId })).output).toBe('Written.');
    const { messages } = emulator.journal().at(-1) as {
      messages: { role: string; content: string | null }[];
    };
    const seen = messages.filter(({ role }) => role !== 'system').map(({ content }) => content);
    expect([filter, seen.slice(0, -1)]).toEqual([filter, expected[filter]]);
    expect(seen.at(-1)).toContain('it is about words');
  }
});
