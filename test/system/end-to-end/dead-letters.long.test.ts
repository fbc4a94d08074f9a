import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FaultProxy } from '@agent-home/object-store/contract';
import { advanceTopic, publishStream } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localEnvironment } from '../../../apps/cli/src/home/local/local-emulator.ts';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, judgedAgain, published } from '../../support/ledger.ts';
import { getId, json, RawAgent } from '../../support/raw-agent.ts';
import { openSmqPusher } from '../../support/smq-pusher.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

interface Letter {
  id: string;
  kind: string;
  subject: string;
  reason: string;
  attempts: number;
  replays: number;
  replayed_by?: string;
  settled_at?: string;
}

let home: TestHome;
let proxy: FaultProxy;
let ada: RawAgent;

beforeAll(async () => {
  home = await startHome({
    between: {
      async storeEndpoint(endpoint) {
        proxy = await FaultProxy.start(endpoint);
        return proxy.endpoint;
      },
    },
  });
  ada = await RawAgent.admitted(home, 'ada');
  for (const topic_id of ['open', 'broken', 'unread', 'refused'])
    await home.admin('POST', '/v1/admin/topics', {
      topic_id,
      title: 'T',
      visibility: 'public',
      mode: 'freeform',
    });
  await published(home);
});
afterAll(async () => {
  await home?.close();
  await proxy?.close();
});

async function deadLetters(): Promise<Letter[]> {
  const { dead_letters } = await home.admin('GET', '/v1/admin/events?dead=true');
  return dead_letters as Letter[];
}

function letterAbout(subject: string): Promise<Letter> {
  return eventually(async () => {
    const letter = (await deadLetters()).find((one) => one.subject === subject);
    if (!letter) throw new Error(`nothing is dead about ${subject}`);
    return letter;
  }, 30_000);
}

async function replay(asked: object): Promise<{ id: string; outcome: string }[]> {
  const { replayed } = await home.admin('POST', '/v1/admin/events/replay', asked);
  return replayed as { id: string; outcome: string }[];
}

async function shown(id: string): Promise<Letter | undefined> {
  const { dead_letter } = await home.admin('GET', `/v1/admin/events/${encodeURIComponent(id)}`);
  return dead_letter as Letter | undefined;
}

async function gauge(kind: string): Promise<number> {
  const headers = { authorization: `Bearer ${home.secrets.adminToken}` };
  const text = await (await fetch(`${home.url}/metrics`, { headers })).text();
  return Number(new RegExp(`^agent_home_dead_letters\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
}

test('an unreadable event message becomes a dead letter', async () => {
  const push = await openSmqPusher(home);
  const messageId = 'B'.repeat(32);
  expect((await push('{"events": [{}]}', { messageId })).status).toBe(422);
  expect((await push('{"events": [{}]}', { messageId })).status).toBe(422);
  const letter = await letterAbout(`smq ${messageId}`);
  expect(letter).toMatchObject({ kind: 'event', attempts: 2, replays: 0 });
  expect(await replay({ ids: [letter.id] })).toEqual([{ id: letter.id, outcome: 'still_unreadable' }]);
  const after = await shown(letter.id);
  expect(after).toMatchObject({ replays: 1 });
  expect(after?.replayed_by).toMatch(/^\S+/);
  // A forged push does not even become a dead letter.
  const forged = await push('{', { messageId: 'C'.repeat(32), sentBody: '{"more": 1}' });
  expect(forged.status).toBe(403);
  expect((await deadLetters()).map(({ subject }) => subject)).not.toContain(`smq ${'C'.repeat(32)}`);
});

test('a failing topic is a dead letter until replayed', async () => {
  const { topics } = tables;
  const { database, wake } = home.open.platform;
  const [before] = await database
    .select({ state: topics.state })
    .from(topics)
    .where(eq(topics.topicId, 'broken'));
  const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'broken' });
  const key = credential.keys[0]?.key ?? '';
  await database.update(topics).set({ state: '{' }).where(eq(topics.topicId, 'broken'));
  await oss.put(key, json(ada.message('broken', getId(key), 'who hears me?')));
  for (let time = 0; time < 3; time += 1) await wake.topic('broken');
  const letter = await letterAbout('broken');
  expect(letter).toMatchObject({ kind: 'topic', reason: 'SyntaxError' });
  // No other topic was delayed.
  await judged(home, 'open', await ada.say('open', 'I am heard'));
  await database
    .update(topics)
    .set({ state: before?.state ?? '' })
    .where(eq(topics.topicId, 'broken'));
  expect(await replay({ ids: [letter.id, letter.id, 'dead_nothing'] })).toEqual([
    { id: letter.id, outcome: 'replayed' },
    { id: 'dead_nothing', outcome: 'not_found' },
  ]);
  expect(await judged(home, 'broken', key)).toMatchObject({ outcome: 'accepted' });
  await eventually(async () => expect((await shown(letter.id))?.settled_at).toBeDefined());
  expect(await replay({ ids: [letter.id] })).toEqual([{ id: letter.id, outcome: 'settled_already' }]);
  expect((await getLedger(home, 'broken')).filter((entry) => entry.objectKey === key)).toHaveLength(1);
}, 60_000);

test('an unreadable object is judged after a second try', async () => {
  await home.stopWorker();
  const key = await ada.say('unread', 'read me');
  await eventually(async () => {
    const [ticket] = await home.open.platform.database
      .select()
      .from(tables.tickets)
      .where(eq(tables.tickets.objectKey, key));
    expect(ticket?.hintedAt).not.toBeNull();
  });
  const broken = { kind: 'answer', status: 500 } as const;
  const everyAttempt = [broken, broken, broken, broken];
  // Two reads of this key fail; in between the store responds for another key.
  proxy.next(...everyAttempt, { kind: 'pass' }, ...everyAttempt);
  await advanceTopic(home.open.platform, 'unread');
  expect(await judged(home, 'unread', key)).toMatchObject({ outcome: 'rejected', reason: 'unreadable' });
  const letter = await letterAbout(key);
  expect(letter).toMatchObject({ kind: 'input', reason: 'unavailable' });
  expect(await gauge('input')).toBe(1);
  await home.startWorker();
  expect(await replay({ ids: [letter.id] })).toEqual([{ id: letter.id, outcome: 'replayed' }]);
  expect(await judgedAgain(home, 'unread', key, 1)).toMatchObject({ outcome: 'accepted' });
  expect(await deadLetters()).not.toContainEqual(expect.objectContaining({ id: letter.id }));
}, 60_000);

test('a stumbling store costs no honest object its verdict', async () => {
  await home.stopWorker();
  const key = await ada.say('unread', 'and read me');
  await eventually(async () =>
    expect(await home.open.platform.database.$count(tables.tickets, eq(tables.tickets.objectKey, key))).toBe(
      1,
    ),
  );
  await home.open.platform.database
    .update(tables.tickets)
    .set({ hintedAt: new Date() })
    .where(eq(tables.tickets.objectKey, key));
  const broken = { kind: 'answer', status: 500 } as const;
  proxy.next(broken, broken, broken, broken);
  await advanceTopic(home.open.platform, 'unread');
  expect(await judged(home, 'unread', key)).toMatchObject({ outcome: 'accepted' });
  await home.startWorker();
}, 60_000);

test('a refused put is a dead letter until replayed', async () => {
  const denied = '<Error><Code>AccessDenied</Code><Message>no</Message></Error>';
  const key = await ada.say('refused', 'before');
  await judged(home, 'refused', key);
  await published(home);
  await home.stopWorker();
  proxy.always({ kind: 'answer', status: 403, body: denied });
  await home.admin('POST', '/v1/topics/refused/moderation', { action: 'close' });
  for (let time = 0; time < 3; time += 1)
    await expect(publishStream(home.open.platform, 'topic/refused')).rejects.toMatchObject({
      code: 'access_denied',
    });
  const letter = await letterAbout('topic/refused');
  expect(letter).toMatchObject({ kind: 'publication', attempts: 3, reason: 'store_refused' });
  proxy.reset();
  await home.startWorker();
  expect(await replay({ all: true })).toContainEqual({ id: letter.id, outcome: 'replayed' });
  await published(home);
  expect((await deadLetters()).filter(({ kind }) => kind === 'publication')).toEqual([]);
}, 60_000);

test('events of the store are listed as they came', async () => {
  const key = await ada.say('open', 'tell of me');
  await judged(home, 'open', key);
  const { events } = await home.admin('GET', `/v1/admin/events?object_key=${encodeURIComponent(key)}`);
  expect(events).toMatchObject([{ object_key: key, event_type: 'ObjectCreated:PutObject', outcome: 'hint' }]);
});

test('the command line lists and replays dead letters', async () => {
  const run = promisify(execFile);
  const command = fileURLToPath(new URL('../../../apps/cli/bin/agent-home.js', import.meta.url));
  const services = { databaseUrl: home.settings.databaseUrl, emulator: home.emulator };
  const env = { PATH: process.env.PATH ?? '', ...localEnvironment(home.places, home.secrets, services) };
  const agentHome = async (...words: string[]) => {
    const outcome = await run(process.execPath, [command, 'events', ...words], { env }).catch(
      (error: unknown) => error,
    );
    const { stdout, code = 0 } = outcome as { stdout: string; code?: number };
    return { stdout, code };
  };
  const { stdout } = await agentHome('list', '--dead', '--json');
  const [letter] = JSON.parse(stdout) as Letter[];
  expect(letter).toMatchObject({ kind: 'event' });
  expect((await agentHome('show', letter?.id ?? '')).stdout).toContain(letter?.subject);
  const replayed = await agentHome('replay', '--all');
  expect(replayed.stdout).toContain('still unreadable');
  expect(replayed.code).toBe(1);
  expect((await shown(letter?.id ?? ''))?.replayed_by).toContain('on the command line');
}, 120_000);
