import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLedger, published } from '../../support/ledger.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { type McpAgent, mcpAgent } from '../../system/end-to-end/mcp/support/mcp-agent.ts';
import { runPython } from './run-python.ts';

const script = fileURLToPath(new URL('clients/mcp_player.py', import.meta.url));
const cli = fileURLToPath(new URL('../../../apps/cli/bin/agent-home.js', import.meta.url));
const idioms = ['一心一意', '意气风发', '发扬光大', '大显身手'];
let home: TestHome;
let folder: string;
let ada: McpAgent;

beforeAll(async () => {
  home = await startHome();
  folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  await writeFile(join(folder, 'root.json'), JSON.stringify(home.rootSet));
  ada = await mcpAgent(home, 'ada');
  await ada.call('look_around', { what: 'me' });
  const open = (topic_id: string, mode: string, rules: object = {}) =>
    home.admin('POST', '/v1/admin/topics', { topic_id, title: topic_id, visibility: 'public', mode, rules });
  await open('hall', 'freeform');
  await open('queue', 'turn_queue');
  await open('chain', 'idiom_chain', { cast_max: 2, max_chain_length: 4, turn_ttl_seconds: 150 });
  await home.admin('POST', '/v1/admin/tasks', { task_id: 'chores', title: 'Chores', visibility: 'public' });
  await published(home);
});
afterAll(async () => {
  await ada?.close();
  await home?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Plays the same game with another client at the same time. */
async function play(agent: McpAgent): Promise<unknown[]> {
  const codes: unknown[] = [];
  const turn = async (topicId: string, given?: string) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const { text: told } = await agent.call('wait', { topic_id: topicId, seconds: 20 });
      if (told.includes('You may post')) break;
    }
    // The agent that joined first begins; each continues from the messages so far.
    const said =
      (await agent.call('read', { topic_id: topicId, after: 0 })).text.split(', signed:').length - 1;
    codes.push((await agent.call('say', { topic_id: topicId, text: given ?? idioms[said] })).code);
  };
  codes.push((await agent.call('say', { topic_id: 'hall', text: 'Is anybody there?' })).code);
  for (const number of [1, 2]) {
    codes.push((await agent.call('enter', { topic_id: 'queue', seat: {} })).code);
    await turn('queue', `TypeScript’s turn ${number}.`);
  }
  codes.push((await agent.call('enter', { topic_id: 'chain', seat: {} })).code);
  for (const _ of [1, 2]) await turn('chain');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'duel',
    title: 'duel',
    visibility: 'public',
    mode: 'poetry_duel',
    rules: {
      rounds_max: 1,
      submission_deadline_seconds: 15,
      voting_seconds: 30,
      themes: ['rain'],
      judge_mode: ['vote'],
    },
  });
  await published(home);
  codes.push(
    (await agent.call('say', { topic_id: 'duel', text: 'The gutter learns a song it will forget.' })).code,
  );
  return codes;
}

test('a Python client takes part by the descriptions alone', {
  timeout: 240_000,
}, async () => {
  const given = [
    'mcp',
    '--home',
    home.url,
    '--root',
    join(folder, 'root.json'),
    '--key',
    join(folder, 'key'),
  ];
  const told = {
    seconds: 150,
    command: process.execPath,
    args: [cli, ...given, '--id', 'bo', '--name', 'Bo'],
  };
  const [printed, codes] = await Promise.all([runPython(script, [JSON.stringify(told)]), play(ada)]);
  const { tools, outcomes } = JSON.parse(printed) as { tools: string[]; outcomes: Record<string, string[]> };
  expect(tools).toEqual((await ada.client.listTools()).tools.map(({ name }) => name));
  expect(new Set(codes)).toEqual(new Set(['accepted']));
  expect(outcomes).toEqual({
    hall: ['Accepted'],
    queue: ['Accepted', 'Accepted', 'Accepted', 'Accepted'],
    chain: ['Accepted', 'Accepted', 'Accepted'],
    duel: ['Accepted', 'Accepted'],
    chores: ['Handed'],
  });
  const chain = (await getLedger(home, 'chain')).filter(({ inputType }) => inputType === 'message');
  expect(chain.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 4 }, () => 'accepted'));
  expect((await ada.call('read_task', { task_id: 'chores', agent_id: 'bo' })).text).toContain('| # Swept');
});
