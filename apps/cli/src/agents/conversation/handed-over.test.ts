import { PassThrough } from 'node:stream';
import { definitionPlaces } from '@agent-home/runtime-node/definitions';
import { expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../testing/command-place.ts';
import { openAgent } from '../running/open-agent.ts';
import { Conversation } from './conversation.ts';
import { Speakers } from './speakers.ts';
import { TypedLines } from './typed-lines.ts';

const script = `
rules:
  - when: { system: You file, user: delete }
    answer: { calls: [{ tool: delete_file, arguments: { path: kept.txt } }] }
  - when: { system: You file, after: { tool: delete_file } }
    answer: I may not.
  - when: { system: You file }
    answer: It is filed.
  - when: { user: sort }
    answer: { calls: [{ tool: handoff_to_filer, arguments: { reason: it is sorted } }] }
  - answer: I sort.
`;
const agent = (name: string, prompt: string, ...lines: string[]) =>
  ['---', 'kind: agent', `name: ${name}`, `title: The ${name}`, ...lines, '---', prompt, ''].join('\n');

test('after a handoff the new agent gets the message', async () => {
  const { models, emulator } = await scriptedModel(script);
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/agents/sorter.md': agent(
      'sorter',
      'You sort.',
      'tools: { allow: [read_file], deny: [delete_file] }',
      'handoffs: [{ to: filer }]',
    ),
    'project/agents/filer.md': agent('filer', 'You file.', 'tools: { allow: [delete_file] }'),
    'project/kept.txt': 'x',
  });
  place.trust();
  const flags = { project: place.project, new: true };
  const places = definitionPlaces(place.project, place.home);
  const environment = { ...process.env };
  const speakers = await Speakers.open(openAgent(places, 'sorter'), { places, flags, environment });
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const lines = new TypedLines({ stdin, stdout }, () => undefined);
  let shown = '';
  const conversation = new Conversation({
    speaker: speakers.first,
    handOver: (from, to) => speakers.handOver(from, to),
    choose: (name) => speakers.choose(name),
    agents: () => speakers.list(),
    undone: { has: () => false, mark: () => undefined },
    folder: place.project,
    lines,
    sessionId: speakers.first.session.id,
    store: speakers.first.store,
    allowed: speakers.first.allowed,
    project: place.project,
    clean: (text) => text,
    rendersMarkdown: false,
    wait: false,
    trace: false,
    print: (text) => {
      shown += text;
    },
  });
  stdin.write('sort this\rand now?\rdelete it\rexit\r');
  try {
    await conversation.hold(undefined);
  } finally {
    await speakers.close();
  }
  expect(shown).toContain('The filer (filer) continues the conversation');
  const asked = emulator.journal().map(({ messages }) => JSON.stringify(messages));
  expect(asked[2]).toMatch(/You file.*It is filed.*and now\?/);
  // A deny rule of the agent that handed over still applies.
  expect(shown).toMatch(/delete_file.*tool_denied|tool_denied/s);
});
