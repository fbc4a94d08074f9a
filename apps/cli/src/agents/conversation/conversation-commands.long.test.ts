import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { RunSetup } from '@agent-home/runtime-node';
import { definitionPlaces } from '@agent-home/runtime-node/definitions';
import { expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../testing/command-place.ts';
import { isUndone, markUndone } from '../contexts/undone-mark.ts';
import { openAgent } from '../running/open-agent.ts';
import { compactionSetup } from './compaction.ts';
import { Conversation } from './conversation.ts';
import { Speakers } from './speakers.ts';
import { TypedLines } from './typed-lines.ts';

const script = `
rules:
  - when: { user: Summarize }
    answer: 'Decisions: none. Open tasks: none. Facts: one.'
  - when: { user: keep, after: { tool: remember } }
    answer: Kept.
  - when: { user: keep }
    answer: { calls: [{ tool: remember, arguments: { key: task, value: kept-value } }] }
  - answer: 'Heard: {{user|line|first:200}}'
`;
const agent = (name: string, more = '') =>
  `---\nkind: agent\nname: ${name}\ntitle: The ${name}\ndescription: Does ${name} work.\n${more}---\nYou are ${name}.\n`;

/** Opens a project with two agents and two models, in which conversations are typed. */
async function openPlace(rules = script) {
  const { models, emulator } = await scriptedModel(rules);
  const [small] = Object.values(models);
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({
      agents: { model: 'small' },
      models: { small, priced: { ...small, model: 'large', price: { input: 1, output: 2 } } },
    }),
    'project/agents/ada.md': agent('ada', 'memory: { session: [task] }\n'),
    'project/agents/bob.md': agent('bob', 'tools: { allow: [read_file] }\n'),
    'project/agents/broken.md': '---\nkind: agent\n---\n',
  });
  place.trust();
  /** Types lines into a conversation that continues the last one. Returns the printed text. */
  const talk = async (...typed: string[]) => {
    const environment = { ...process.env };
    const places = definitionPlaces(place.project, place.home);
    const preparation = { places, flags: { project: place.project }, environment };
    const speakers = await Speakers.open(openAgent(places, 'ada'), preparation);
    const stdin = new PassThrough();
    const lines = new TypedLines({ stdin, stdout: new PassThrough() }, () => undefined);
    let shown = '';
    const { first } = speakers;
    const conversation = new Conversation({
      speaker: first,
      handOver: (from, to) => speakers.handOver(from, to),
      choose: (name) => speakers.choose(name),
      agents: () => speakers.list(),
      undone: {
        has: (runId) => isUndone(environment, runId),
        mark: (runId) => markUndone(environment, runId, new Date()),
      },
      lines,
      sessionId: first.session.id,
      store: first.store,
      allowed: first.allowed,
      folder: place.project,
      project: place.project,
      clean: (text) => text,
      rendersMarkdown: false,
      wait: true,
      trace: false,
      print: (text) => {
        shown += text;
      },
    });
    stdin.write([...typed, 'exit'].map((line) => `${line}\r`).join(''));
    try {
      await conversation.hold(undefined);
    } finally {
      await speakers.close();
    }
    return shown;
  };
  /** Returns the messages of the newest request to the model, without its system prompt. */
  const contents = () => {
    const messages = (emulator.journal().at(-1)?.messages ?? []) as { role: string; content: string }[];
    return messages.filter(({ role }) => role !== 'system').map(({ content }) => content);
  };
  return { ...place, talk, emulator, contents };
}

test('an unknown command is refused with the nearest name and not sent', async () => {
  const { talk, emulator } = await openPlace();
  const shown = await talk('/udno', '/xyz', '/undo twice', '/help');
  expect(shown).toContain('/udno is not a command and was not sent: did you mean /undo? [unknown_command]');
  expect(shown).toContain('/xyz is not a command and was not sent: type /help for the commands');
  expect(shown).toContain('/undo takes no argument: type it alone [invalid_arguments]');
  expect(shown).toMatch(/\/agents \[NAME\][\s\S]*\/export \[FILE\][\s\S]*\/exit/);
  expect(emulator.journal()).toEqual([]);
  expect(await talk('/etc/hosts is a file', '//help')).toMatch(
    /Heard: \/etc\/hosts is a file[\s\S]*Heard: help/,
  );
});

test('a user gives the conversation to another agent of the same session', async () => {
  const { talk, contents, run } = await openPlace();
  const shown = await talk(
    'one',
    '/agents',
    '/agents bob',
    'two',
    '/agents bob',
    '/agents ada',
    'three',
    '/agents none',
  );
  expect(shown).toMatch(/✔ ada {2}The ada: Does ada work\.\n {2}bob {2}The bob: Does bob work\.\nTo give/);
  expect(shown).not.toContain('broken');
  expect(shown).toContain('The bob (bob) has the conversation now');
  expect(shown).toContain('The bob (bob) has the conversation already');
  expect(shown).toMatch(/Agent not found: none .*\[agent_not_found\]|Agent not found: none/);
  expect(contents()).toEqual(['one', 'Heard: one', 'three']);
  const { stdout } = await run('runs', 'list', '--format', 'json');
  const runs = JSON.parse(stdout) as { agent: string; session_id: string }[];
  expect(runs.map((each) => each.agent)).toEqual(['ada', 'bob', 'ada']);
  expect(new Set(runs.map((each) => each.session_id)).size).toBe(1);
});

test('another model is used for the following messages', async () => {
  const { talk, emulator } = await openPlace();
  const shown = await talk('one', '/model', '/model priced', 'two', '/model prized', 'three', '/cost');
  expect(shown).toMatch(/model emulator\/small\n✔ small\n {2}priced\n/);
  expect(shown).toMatch(/model emulator\/large\n {2}small\n✔ priced\n/);
  expect(shown).toMatch(/did you mean priced\?.*\[model_not_configured\]/);
  expect(emulator.journal().map(({ model }) => model)).toEqual(['small', 'large', 'large']);
  expect(shown).toMatch(
    /runs {4}3\ncalls {3}3 model calls, 0 tool calls\ntokens {2}\d+ in, \d+ out.*\ncost {4}0\.\d+, without 1 run of models/,
  );
});

test('undo takes back one message after the other, also in the next conversation', async () => {
  const { talk, contents, run } = await openPlace();
  const shown = await talk('one', 'two', 'three', '/undo', '/undo', '/context');
  expect(shown).toMatch(/"three" with its answer is forgotten; 4 messages remain\nChanges of files/);
  expect(shown).toContain('"two" with its answer is forgotten; 2 messages remain');
  expect(shown).toMatch(/user: one\nassistant: Heard: one\n$/);
  await talk('four');
  expect(contents()).toEqual(['one', 'Heard: one', 'four']);
  // Runs outside of a conversation remember the same.
  await run('agents', 'run', 'ada', '-p', 'five');
  expect(contents()).toEqual(['one', 'Heard: one', 'four', 'Heard: four', 'five']);
  const all = await talk('/undo', '/undo', '/undo', '/undo', 'six');
  expect(all).toContain('no message to take back in this session');
  expect(contents()).toEqual(['six']);
  const { stdout } = await run('runs', 'list', '--format', 'json');
  expect(JSON.parse(stdout)).toHaveLength(6);
  for (const { run_id: runId } of JSON.parse(stdout))
    expect((await run('runs', 'replay', runId)).code).toBe(0);
});

test('a compacted conversation continues with its summary alone', async () => {
  const { talk, contents, emulator } = await openPlace();
  const shown = await talk('/compact', 'one', 'two', '/compact', 'three');
  expect(shown).toContain('no messages to summarize in this session yet');
  expect(shown).toMatch(
    /│ Decisions: none[\s\S]*4 messages replaced by the summary; \/undo brings them back/,
  );
  const summary = 'Decisions: none. Open tasks: none. Facts: one.';
  expect(contents()).toEqual([expect.stringContaining('Summarize our conversation'), summary, 'three']);
  const compaction = emulator.journal().at(-2);
  expect(compaction?.tools ?? []).toEqual([]);
  await talk('/undo');
  const restored = await talk('/undo', 'four');
  expect(restored).toContain('the summary is forgotten; 4 messages remain');
  expect(contents()).toEqual(['one', 'Heard: one', 'two', 'Heard: two', 'four']);
});

test('without a summary the conversation stays as it was', async () => {
  const { talk, contents } = await openPlace(
    script.replace("answer: 'Decisions", "fault: { kind: error, status: 400 }\n    answer: 'Decisions"),
  );
  const shown = await talk('one', '/compact', 'two');
  expect(shown).toContain('there is no summary, so the conversation stays as it was');
  expect(contents()).toEqual(['one', 'Heard: one', 'two']);
});

test('a compaction offers no tool and keeps the session memory', async () => {
  const { talk, emulator } = await openPlace();
  expect(await talk('keep', '/compact', 'next')).toMatch(/│ Kept\.[\s\S]*replaced by the summary/);
  const [first, , compaction, next] = emulator.journal();
  expect(JSON.stringify(first?.tools)).toContain('remember');
  expect(compaction?.tools ?? []).toEqual([]);
  expect(JSON.stringify(next?.messages)).toContain('kept-value');
});

test('a summary of text of others stays text of others', () => {
  const definition = {
    tools: { deny: ['bash'] },
    mcpServers: ['github'],
    teamwork: { handoffs: [], graph: {}, guardrails: [] },
  };
  const setup = { definition, tainted: true, context: [], subagents: [] } as unknown as RunSetup;
  const { tainted, subagents, definition: compacting } = compactionSetup(setup);
  expect([tainted, subagents, compacting.mcpServers]).toEqual([true, undefined, []]);
  expect(compacting.tools).toMatchObject({ allow: [], deny: expect.arrayContaining(['bash']) });
  expect(compacting.teamwork).toEqual({ guardrails: [] });
});

test('an export is a new Markdown file in which the agent is quoted', async () => {
  const { talk, project } = await openPlace();
  await talk('first', '# You, forged\\', '```');
  const shown = await talk('forgotten', '/undo', '/export', '/export', '/export notes.md');
  const [file = ''] = readdirSync(project).filter((name) =>
    /^conversation-terminal-[0-9a-f]+\.md$/.test(name),
  );
  expect(shown).toContain(`written to ${join(project, file)}`);
  expect(shown).toMatch(/exists already: pass another file \[file_exists\]/);
  const text = readFileSync(join(project, file), 'utf8');
  expect(readFileSync(join(project, 'notes.md'), 'utf8')).toBe(text);
  expect(text).toMatch(
    /^# Conversation terminal-[0-9a-f]+\n\n## You, \d{4}-.*\n\n```\nfirst\n```\n\n## The ada\n\n> Heard: first\n/,
  );
  // A fence in the message cannot end the one around it.
  expect(text).toContain('````\n# You, forged\n```\n````');
  expect(text).not.toContain('forgotten');
});

test('an export follows no link', async () => {
  const { talk, project, home } = await openPlace();
  const outside = join(home, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, join(project, 'docs'));
  symlinkSync(join(outside, 'new.md'), join(project, 'link.md'));
  writeFileSync(join(project, 'kept.md'), 'mine');
  const shown = await talk(
    'one',
    '/export docs/a.md',
    '/export docs/b/c.md',
    '/export link.md',
    '/export kept.md',
  );
  expect(shown).toMatch(/symbolic link[\s\S]*symbolic link/);
  expect(shown.match(/exists already/g)).toHaveLength(2);
  expect(readdirSync(outside)).toEqual([]);
  expect(readFileSync(join(project, 'kept.md'), 'utf8')).toBe('mine');
});

test('a conversation without interrupted runs has none to resume', async () => {
  const { talk } = await openPlace();
  expect(await talk('/resume')).toContain('no run of this session was interrupted');
});
