import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { describe, expect, it } from 'vitest';
import { AuthoringError } from '../../errors/command-errors.ts';
import { writeAgent } from './agent-answers.ts';
import { type AgentChoices, askAgent } from './ask-agent.ts';
import type { Person } from './person.ts';
import { blank } from './templates/blank.ts';

const choices: AgentChoices = {
  name: undefined,
  taken: (name, scope) => (name === 'taken-one' && scope === 'project' ? 'agents/taken-one.md' : undefined),
  models: ['small', 'large'],
  defaultModel: 'small',
  defaultScope: 'project',
  tools: ['read_file', 'grep', 'write_file', 'edit_file', 'delete_file', 'bash'],
  servers: [],
  extended: false,
};

/** Creates a user who enters these lines one after the other. */
function person(lines: string[]): Person & { shown: string } {
  const left = [...lines];
  return {
    shown: '',
    ask(question) {
      this.shown += `${question}\n`;
      return Promise.resolve(left.shift());
    },
    say(line) {
      this.shown += `${line}\n`;
    },
  };
}

describe('questions about an agent', () => {
  it('prompts in order, with Enter for the default', async () => {
    const asked = person(['bug-hunter', '', 'Hunts.', '', '', '']);
    expect(await askAgent(asked, choices)).toEqual({
      name: 'bug-hunter',
      scope: 'project',
      title: undefined,
      description: 'Hunts.',
      model: undefined,
      tools: ['read_file', 'grep', 'bash'],
      servers: undefined,
      extended: undefined,
    });
    const order = [
      'Name',
      'Title [Bug Hunter]',
      'Description',
      'Model',
      'default: small',
      'Scope',
      'Allowed tools',
    ];
    const places = order.map((word) => asked.shown.indexOf(word));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  it('prompts again after an invalid answer', async () => {
    const asked = person([
      'Bug_Hunter',
      'taken-one',
      '',
      '',
      'smal',
      'large',
      'team',
      '',
      'global',
      '9',
      '3 6',
      '',
    ]);
    expect(await askAgent(asked, choices)).toMatchObject({
      name: 'taken-one',
      model: 'large',
      scope: 'global',
      tools: ['read_file', 'grep', 'write_file'],
    });
    for (const hint of [
      /the name needs 3 to 63 characters/,
      /did you mean small/,
      /project or global\n/,
      /agents\/taken-one\.md/,
      /write numbers from 1 to 6/,
    ])
      expect(asked.shown).toMatch(hint);
  });

  it('end where the answers end, and nothing comes of them', async () => {
    await expect(askAgent(person(['bug-hunter', '']), choices)).rejects.toThrow(AuthoringError);
  });

  it('agents create --extended prompts for all optional members', async () => {
    const base = ['bug-hunter', '', '', '', '', ''];
    const skipped = await askAgent(person([...base, ...Array(8).fill('')]), { ...choices, extended: true });
    expect(decodeMarkdown(writeAgent(blank, skipped)).teamwork).toEqual({});
    const asked = person([
      ...base,
      ...['bug, crash', '', '11', '9'],
      ...['code-fixer', "task.status == 'ready'", '{"type"', '{"type":"object"}'],
      ...['{"required":["reason"]}', 'mend', 'repair'],
      // A key must not have a hyphen: an invalid answer is requested again.
      ...['own-task', '', 'task, language', 'filesystem'],
      ...[
        'one=code-fixer, two=bug-hunter',
        'one>three',
        'one=code-fixer, two=bug-hunter',
        'one>two if x == 1; two>END',
      ],
      ...['console', '4', ''],
    ]);
    const { teamwork } = decodeMarkdown(
      writeAgent(blank, await askAgent(asked, { ...choices, extended: true })),
    );
    expect(teamwork).toMatchObject({
      triggers: [{ intent: 'bug-hunter', keywords: ['bug', 'crash'], priority: 9 }],
      handoffs: [
        { to: 'code-fixer', when: "task.status == 'ready'", payload: { schema: { type: 'object' } } },
      ],
      guardrails: [{ name: 'answer', policy: 'repair', schema: { required: ['reason'] } }],
      memory: { session: ['task', 'language'], long_term: { backend: 'filesystem' } },
      graph: {
        entry: 'one',
        nodes: [
          { name: 'one', agent: 'code-fixer' },
          { name: 'two', agent: 'bug-hunter' },
        ],
        edges: [
          { from: 'one', to: 'two', condition: 'x == 1' },
          { from: 'two', to: 'END' },
        ],
      },
      tracing: { enabled: true, backend: 'console', events: ['llm', 'tool', 'handoff'] },
    });
    for (const hint of [
      /from 0 to 10/,
      /write a JSON Schema/,
      /did you mean repair|one of reject/,
      /node "three" does not exist/,
    ])
      expect(asked.shown).toMatch(hint);
  });
});
