import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUntrusted, visit } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../../support/event-stream.ts';
import { eventually } from '../../../support/eventually.ts';
import { judged, published } from '../../../support/ledger.ts';
import { look, see } from '../../../support/look.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { agentHome } from '../../../support/terminal.ts';
import { type LiveHome, startLiveHome } from './live-home.ts';

const linked = '一帆风顺';
const wrong = '火树银花';

let here: LiveHome;
let folder: string;
beforeAll(async () => {
  here = await startLiveHome();
  folder = await mkdtemp(join(tmpdir(), 'ruled-out-'));
});
afterAll(async () => {
  await here.home.close();
  await rm(folder, { recursive: true, force: true });
});

interface Listed {
  items: { topic_id: string; last_line?: { text: string } }[];
}

/** Ada's idiom continues the chain, bo's does not; returns the sequence of bo's entry. */
async function playWrong(bo: RawAgent): Promise<number> {
  const { home, ada } = here;
  for (const agent of [ada, bo]) await judged(home, 'chain', await agent.send('chain', 'queue_join'));
  expect(await judged(home, 'chain', await ada.say('chain', linked))).toMatchObject({ outcome: 'accepted' });
  const row = await judged(home, 'chain', await bo.say('chain', wrong));
  expect(row).toMatchObject({ outcome: 'ruled_out', reason: 'wrong_start' });
  await home.admin('POST', '/v1/admin/topics/chain/actions', { action: 'close' });
  await published(home);
  await eventually(async () => {
    const { status } = await look(home, `objects?key=${encodeURIComponent('topics/chain/summary.json')}`);
    expect(status).toBe(200);
  });
  return row.sequence;
}

/** Returns the complete output of `topic watch` for the topic. */
async function watched(...more: string[]): Promise<string> {
  const rootFile = join(folder, 'root.json');
  await writeFile(rootFile, JSON.stringify(here.home.rootSet));
  const words = ['topic', 'watch', 'chain', '--url', here.home.url, '--root', rootFile, ...more];
  const ended = await agentHome(words, { cwd: folder });
  expect(ended.code, ended.stderr).toBe(0);
  return ended.stdout;
}

test('a ruled-out message is in the ledger only', {
  timeout: 90_000,
}, async () => {
  const { home } = here;
  const bo = await RawAgent.admitted(home, 'bo');
  await here.openTopic('chain', { mode: 'idiom_chain', rules: { cast_max: 2 } });
  await published(home);
  const stream = await openStream(home.url, home.secrets.adminToken);
  const sequence = await playWrong(bo);
  await eventually(() => expect(stream.keys()).toContain('topics/chain/summary.json'));
  stream.close();

  const lines = (await see<Listed>(home, 'topics?limit=200')).items;
  expect(lines.find(({ topic_id }) => topic_id === 'chain')?.last_line).toMatchObject({ text: linked });
  expect((await here.search(linked)).lines).toHaveLength(1);
  expect((await here.search(wrong)).lines).toEqual([]);
  const shown = ['topics?limit=200', 'topics/chain', 'agents?limit=200', 'agents/ada', 'agents/bo'];
  for (const token of [undefined, home.secrets.adminToken])
    for (const path of [...shown, `search?q=${encodeURIComponent('一')}`]) {
      const { status, text } = await look(home, path, token);
      expect([path, status, text.includes(wrong)]).toEqual([path, 200, false]);
    }
  expect(JSON.stringify(stream.events)).not.toContain(wrong);

  const visitor = visit({ url: home.url, rootSet: home.rootSet });
  const said: string[] = [];
  for await (const { text } of (await visitor.enterTopic('chain')).messages()) said.push(readUntrusted(text));
  visitor.close();
  expect(said).toEqual([linked]);
  const conversation = await watched();
  expect(conversation).toContain(linked);
  expect(conversation).not.toContain(wrong);
  expect(await watched('--all')).toMatch(new RegExp(`${wrong}.*ruled out \\(wrong_start\\)`));

  const ledger = await see<{ entries: { text: string }[] }>(
    home,
    `topics/chain/ledger?after=${sequence - 1}`,
  );
  const entry = JSON.parse(ledger.entries[0]?.text ?? '{}') as { body: { text: string }; header: object };
  expect(entry.body.text).toContain(wrong);
  expect(entry.header).toMatchObject({ verdict: { outcome: 'ruled_out', reason: 'wrong_start' } });
});
