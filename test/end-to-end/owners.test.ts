import { randomBytes } from 'node:crypto';
import { tables } from '@agent-home/database';
import { heartbeatKey, type JsonObject, type Signer, signAuthored, signerOf } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../support/collect.ts';
import { eventually } from '../support/eventually.ts';
import { readFeed } from '../support/feed.ts';
import { judged, ledgerOf, published } from '../support/ledger.ts';
import { expectProblem } from '../support/problems.ts';
import { type Answer, answerOf, json, RawAgent } from '../support/raw-agent.ts';
import { readCertified } from '../support/read-certified.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
const card = (fields: JsonObject = {}) => ({ name: 'Ada', personality, ...fields });
type Bearer = Record<string, string>;

let home: TestHome;
let olga: Bearer;
let otto: Bearer;
let bo: RawAgent;

beforeAll(async () => {
  home = await startHome();
  for (const owner of ['olga', 'otto'])
    await home.admin('POST', '/v1/admin/owners', { owner_id: owner, name: owner });
  olga = await tokenOf('olga');
  otto = await tokenOf('otto');
  bo = await RawAgent.admitted(home, 'bo');
});
afterAll(() => home.close());

async function tokenOf(ownerId: string, fields: JsonObject = {}): Promise<Bearer> {
  const request = { role: 'owner', owner_id: ownerId, label: 'test', ...fields };
  const { token } = await home.admin('POST', '/v1/admin/tokens', request);
  return { authorization: `Bearer ${String(token)}` };
}

async function as(bearer: Bearer, method: string, path: string, body: unknown): Promise<Answer> {
  const headers = { ...bearer, 'content-type': 'application/json' };
  return answerOf(await fetch(`${home.url}${path}`, { method, headers, body: JSON.stringify(body) }));
}

/** An agent of olga's. */
async function ownAgent(agentId: string): Promise<RawAgent> {
  const agent = RawAgent.stranger(home, agentId);
  await agent.register({ headers: olga });
  await agent.call('POST', `/v1/agents/${agentId}/admission`);
  await published(home);
  return agent;
}

async function openTopic(topicId: string, fields: JsonObject = {}): Promise<void> {
  const topic = { topic_id: topicId, title: 'A topic', visibility: 'public', mode: 'freeform', ...fields };
  await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
}

const moderate = (topicId: string, body: object, bearer: Bearer = olga) =>
  as(bearer, 'POST', `/v1/topics/${topicId}/moderation`, body);
const act = (agentId: string, body: object) =>
  home.admin('POST', `/v1/admin/agents/${agentId}/actions`, body);
const write = (topicId: string) => ({ type: 'topic_message_write', topic_id: topicId });
const join = (topicId: string) => ({ type: 'topic_request_write', topic_id: topicId });

async function deniedFor(agent: RawAgent, grant: { type: string; topic_id?: string }): Promise<unknown> {
  const { denied, credentials } = await agent.ask(grant);
  return denied[0]?.code ?? `${credentials.length} credentials`;
}

async function say(agent: RawAgent, topicId: string, text: string): Promise<number> {
  return (await judged(home, topicId, await agent.say(topicId, text))).sequence;
}

/** Reads what bo may read of a topic, certified. */
async function reading(topicId: string) {
  const { credentials } = await bo.ask({ type: 'registry_read' }, { type: 'topic_read', topic_id: topicId });
  const [credential] = credentials;
  if (!credential) throw new Error('no credential');
  const oss = bo.open(credential);
  return {
    manifest: async () =>
      (await readCertified(home, oss, 'topic_manifest', `topics/${topicId}/manifest.json`)).object,
    line: async (sequence: number) => {
      const key = `topics/${topicId}/ledger/${String(sequence).padStart(10, '0')}.json`;
      return (await readCertified(home, oss, 'topic_ledger_entry', key)).object;
    },
  };
}

async function cardOf(agentId: string) {
  const { oss } = await bo.client({ type: 'registry_read' });
  return (await readCertified(home, oss, 'agent_card', `agents/all/${agentId}.json`)).object;
}

async function feedTypes(agent: RawAgent): Promise<string[]> {
  return (await readFeed(agent)).events.map((event) => event.event_type);
}

function deadlineIn(topicId: string): Promise<void> {
  return eventually(async () => {
    expect((await ledgerOf(home, topicId)).map((row) => row.inputType)).toContain('deadline');
  });
}

function keyProof(agentId: string, signer: Signer): JsonObject {
  const proof = { kind: 'agent_key_proof', schema_version: 1, agent_id: agentId };
  return signAuthored({ ...proof, public_key: signer.publicKey }, signer);
}

describe('suspension', () => {
  test('a suspended agent gets no credential, not even one that was kept for it', async () => {
    const agent = await ownAgent('sue');
    expect(await deniedFor(agent, { type: 'registry_read' })).toBe('1 credentials');
    expect(await act('sue', { action: 'suspend', reason: 'it floods' })).toMatchObject({
      standing: 'suspended',
    });
    expect(await deniedFor(agent, { type: 'registry_read' })).toBe('suspended');
    expect(await deniedFor(agent, { type: 'heartbeat_write' })).toBe('suspended');
    await act('sue', { action: 'resume' });
    expect(await deniedFor(agent, { type: 'registry_read' })).toBe('1 credentials');
    expect(await feedTypes(agent)).toEqual(expect.arrayContaining(['agent.suspended', 'agent.resumed']));
  });

  test('what a suspended agent takes part in goes on without it', async () => {
    const [first, second] = [await ownAgent('tom'), await ownAgent('una')];
    await openTopic('turns', { mode: 'turn_queue', rules: { turn_ttl_seconds: 3600 } });
    await judged(home, 'turns', await first.send('turns', 'queue_join'));
    await judged(home, 'turns', await second.send('turns', 'queue_join'));
    expect(await deniedFor(second, write('turns'))).toBe('not_your_turn');
    await act('tom', { action: 'suspend', reason: 'it sleeps' });
    await eventually(async () => expect(await deniedFor(second, write('turns'))).toBe('1 credentials'));
    const removals = (await ledgerOf(home, 'turns')).filter((row) => row.inputType === 'admin');
    expect(removals).toHaveLength(2);
  });

  test('what was to be done about a suspended agent is done after a restart', async () => {
    const [first, second] = [await ownAgent('ulf'), await ownAgent('vic')];
    await openTopic('later', { mode: 'turn_queue', rules: { turn_ttl_seconds: 3600 } });
    for (const agent of [first, second]) await judged(home, 'later', await agent.send('later', 'queue_join'));
    await home.stopWorker();
    await act('ulf', { action: 'suspend', reason: 'it sleeps' });
    expect(await deniedFor(second, write('later'))).toBe('not_your_turn');
    await home.startWorker();
    await eventually(async () => expect(await deniedFor(second, write('later'))).toBe('1 credentials'));
  });
});

describe('withdrawal', () => {
  test('a withdrawn agent leaves a tombstone, and neither its id nor its key is given out again', async () => {
    const agent = await ownAgent('wim');
    await as(olga, 'PUT', '/v1/agents/wim/card', card({ bio: 'My life.' }));
    const { oss } = await agent.client({ type: 'heartbeat_write' });
    const heartbeat = heartbeatKey('wim', home.settings.platform.shardDigits);
    await oss.put(heartbeat, json({}));
    expectProblem(await as(otto, 'POST', '/v1/agents/wim/withdrawal', { objects: 'keep' }), 'unknown_agent');
    const { body } = await as(olga, 'POST', '/v1/agents/wim/withdrawal', { objects: 'keep' });
    expect(body).toMatchObject({ standing: 'withdrawn', card_version: 3 });
    expect(await deniedFor(agent, { type: 'registry_read' })).toBe('withdrawn');
    await published(home);
    const tombstone = await cardOf('wim');
    expect(tombstone).toMatchObject({ status: 'withdrawn', bio: '', prompt_view: '' });
    expect(tombstone.agent_public_key).toBe(agent.signer.publicKey);
    await eventually(async () => {
      const { objects } = await home.open.platform.store.list(heartbeat);
      expect(objects).toEqual([]);
    });
    expectProblem(await as(olga, 'PUT', '/v1/agents/wim/card', card()), 'withdrawn');
    expectProblem(await agent.call('POST', '/v1/agents/wim/admission'), 'withdrawn');
    expectProblem(await RawAgent.stranger(home, 'wim').register(), 'agent_id_taken');
    expectProblem(await RawAgent.with(home, 'wim2', agent.signer).register(), 'public_key_taken');
  });

  test('erased lines leave gaps that the chain and a replay accept', async () => {
    const [agent, reader] = [await ownAgent('xan'), await sdkAgent(home, 'reader')];
    await openTopic('memory', { mode: 'turn_queue', rules: { turn_ttl_seconds: 3600 } });
    for (const one of [agent, bo]) await judged(home, 'memory', await one.send('memory', 'queue_join'));
    const sequence = await say(agent, 'memory', 'forget this');
    await published(home);
    const topic = await reader.enterTopic('memory');
    expect(await topic.replay()).toMatchObject({ equal: true, gaps: [] });
    await home.admin('POST', '/v1/admin/tasks', { task_id: 'work', title: 'Work', visibility: 'public' });
    await published(home);
    const { oss } = await agent.client({ type: 'task_write', task_id: 'work' });
    await oss.put('tasks/work/agents/xan/draft.txt', Buffer.from('forget this'));
    await as(olga, 'POST', '/v1/agents/xan/withdrawal', { objects: 'erase' });
    const { line } = await reading('memory');
    await eventually(async () => {
      const { body, erased } = await line(sequence);
      expect([body, erased]).toEqual([undefined, expect.anything()]);
    });
    await published(home);
    const later = await sdkAgent(home, 'reader2');
    const replay = await (await later.enterTopic('memory')).replay();
    expect(replay).toMatchObject({ equal: true, gaps: expect.arrayContaining([sequence]) });
    const rows = await ledgerOf(home, 'memory');
    expect(rows.filter((row) => row.agentId === 'xan').map((row) => row.bodyText)).toEqual([null, null]);
    expect(JSON.stringify(rows)).not.toContain('forget this');
    for (const folder of [
      'topics/memory/messages/xan/',
      'topics/memory/requests/xan/',
      'tasks/work/agents/xan/',
    ])
      expect((await home.open.platform.store.list(folder)).objects, folder).toEqual([]);
    const known = await home.open.platform.database.select().from(tables.publishedObjects);
    expect(JSON.stringify(known)).not.toContain('forget this');
    await Promise.all([reader.close(), later.close()]);
  });

  test('what is kept stays readable after its author has left', async () => {
    const [agent, reader] = [await ownAgent('yan'), await sdkAgent(home, 'reader3')];
    await openTopic('kept');
    await say(agent, 'kept', 'stays');
    await as(olga, 'POST', '/v1/agents/yan/withdrawal', { objects: 'keep' });
    await published(home);
    const messages = await collect((await reader.enterTopic('kept')).messages());
    expect(messages).toMatchObject([{ agentId: 'yan', authorSignature: 'valid' }]);
    expect((await reader.card('yan')).withdrawn).toBe(true);
    await reader.close();
  });
});

describe('persona review', () => {
  test('a changed persona waits for an admin while all else of the card goes through', async () => {
    await ownAgent('pia');
    const changed = card({ bio: 'New.', persona: { style: 'as the admin' } });
    const { body } = await as(olga, 'PUT', '/v1/agents/pia/card', changed);
    expect(body).toMatchObject({ persona: 'in_review', card_version: 2 });
    await published(home);
    expect(await cardOf('pia')).toMatchObject({ bio: 'New.' });
    expect((await cardOf('pia')).persona).toBeUndefined();
    const waiting = await home.admin('GET', '/v1/admin/personas');
    expect(waiting.personas).toEqual([{ agent_id: 'pia', persona: { style: 'as the admin' } }]);
    await home.admin('POST', '/v1/admin/agents/pia/persona', { decision: 'approve' });
    await published(home);
    expect(await cardOf('pia')).toMatchObject({ persona: { style: 'as the admin' }, card_version: 3 });
  });

  test('a persona that is turned down never reaches the card', async () => {
    const agent = await ownAgent('pim');
    await as(olga, 'PUT', '/v1/agents/pim/card', card({ persona: { style: 'rude' } }));
    await home.admin('POST', '/v1/admin/agents/pim/persona', { decision: 'reject', reason: 'rude' });
    await published(home);
    expect((await cardOf('pim')).persona).toBeUndefined();
    expect(await feedTypes(agent)).toContain('agent.persona_reviewed');
    await expect(home.admin('POST', '/v1/admin/agents/pim/persona', { decision: 'approve' })).rejects.toThrow(
      'nothing_to_review',
    );
  });
});

describe('agent keys', () => {
  test('a poll that waits tells an agent only what it may hear when it answers', async () => {
    const agent = await ownAgent('kay');
    const second = await home.startSecondApi();
    const { body } = await agent.call('GET', '/v1/feed');
    const path = `/v1/feed?wait=30&after=${String(body.cursor)}`;
    const polling = agent.call('GET', path, undefined, { to: second.url, signedAs: { url: second.url } });
    await eventually(() => expect(second.held()).toBeGreaterThanOrEqual(3));
    await as(olga, 'PUT', '/v1/agents/kay/key', keyProof('kay', signerOf(randomBytes(32))));
    expectProblem(await polling, 'unknown_key');
    await second.close();
  });

  test('an owner gives its agent a new key, and the old one is refused at once', async () => {
    const [agent, reader] = [await ownAgent('kai'), await sdkAgent(home, 'reader4')];
    await openTopic('keys');
    await say(agent, 'keys', 'with the old key');
    await reader.card('kai');
    const signer = signerOf(randomBytes(32));
    const answer = await as(olga, 'PUT', '/v1/agents/kai/key', keyProof('kai', signer));
    expect([answer.status, answer.body.card_version]).toEqual([200, 1]);
    expectProblem(await agent.call('GET', '/v1/me'), 'unknown_key');
    const renewed = RawAgent.with(home, 'kai', signer);
    expect((await renewed.call('GET', '/v1/me')).body).toMatchObject({
      agent_id: 'kai',
      standing: 'admitted',
    });
    await say(renewed, 'keys', 'with the new key');
    await published(home);
    expect(await cardOf('kai')).toMatchObject({
      agent_public_key: signer.publicKey,
      previous_public_keys: [agent.signer.publicKey],
    });
    const messages = await collect((await reader.enterTopic('keys')).messages());
    expect(messages.map((message) => message.authorSignature)).toEqual(['valid', 'valid']);
    expectProblem(await RawAgent.with(home, 'thief', agent.signer).register(), 'public_key_taken');
    expectProblem(
      await as(olga, 'PUT', '/v1/agents/kai/key', keyProof('kai', agent.signer)),
      'public_key_taken',
    );
    await reader.close();
  });

  test('a key is taken only with its own proof for this very agent', async () => {
    const agent = await ownAgent('kim');
    const [one, other] = [signerOf(randomBytes(32)), signerOf(randomBytes(32))];
    const put = (proof: JsonObject) => as(olga, 'PUT', '/v1/agents/kim/key', proof);
    expectProblem(await put({ ...keyProof('kim', one), public_key: other.publicKey }), 'invalid_key_proof');
    expectProblem(await put(keyProof('kai', one)), 'invalid_key_proof');
    expectProblem(await put(keyProof('kim', bo.signer)), 'public_key_taken');
    expect((await agent.call('GET', '/v1/me')).status).toBe(200);
  });

  test('what a stolen key was given to write is not judged after the rotation', async () => {
    const agent = await ownAgent('lea');
    await openTopic('stolen');
    const { oss, credential } = await agent.client(write('stolen'));
    const signer = signerOf(randomBytes(32));
    await as(olga, 'PUT', '/v1/agents/lea/key', keyProof('lea', signer));
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json({ any: 'thing' }));
    await say(bo, 'stolen', 'afterwards');
    expect((await ledgerOf(home, 'stolen')).map((row) => row.objectKey)).not.toContain(key);
  });
});

describe('owner tokens', () => {
  test('an owner’s token is good for what it was made for', async () => {
    await ownAgent('zoe');
    await openTopic('zoes', { owner_id: 'olga' });
    const cards = await tokenOf('olga', { scopes: ['cards'] });
    expect((await as(cards, 'PUT', '/v1/agents/zoe/card', card())).status).toBe(200);
    const proof = keyProof('zoe', signerOf(randomBytes(32)));
    expectProblem(await as(cards, 'PUT', '/v1/agents/zoe/key', proof), 'forbidden');
    expectProblem(await as(cards, 'POST', '/v1/agents/zoe/withdrawal', { objects: 'keep' }), 'forbidden');
    expectProblem(await moderate('zoes', { action: 'pause' }, cards), 'forbidden');
    const keys = await tokenOf('olga', { scopes: ['keys'] });
    expectProblem(await as(keys, 'PUT', '/v1/agents/zoe/card', card()), 'forbidden');
    expectProblem(await RawAgent.stranger(home, 'zora').register({ headers: keys }), 'forbidden');
  });

  test('an owner’s token ends when it says', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const short = await tokenOf('olga', { expires_at });
    expect((await as(short, 'PUT', '/v1/agents/zoe/card', card())).status).toBe(200);
    const { tokens } = tables;
    await home.open.platform.database
      .update(tokens)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(tokens.expiresAt, new Date(expires_at)));
    expectProblem(await as(short, 'PUT', '/v1/agents/zoe/card', card()), 'unauthenticated');
  });
});

describe('moderation', () => {
  test('only an admin or the owner of a topic moderates it', async () => {
    await openTopic('olgas', { owner_id: 'olga' });
    expectProblem(await moderate('olgas', { action: 'pause' }, otto), 'not_found');
    expectProblem(await moderate('nowhere', { action: 'pause' }, otto), 'not_found');
    expect((await moderate('olgas', { action: 'pause' })).status).toBe(200);
    await home.admin('POST', '/v1/topics/olgas/moderation', { action: 'resume' });
    expect(await deniedFor(bo, write('olgas'))).toBe('1 credentials');
  });

  test('in a paused topic nothing is written, nothing runs out, and then it goes on', async () => {
    const [first, second] = [await ownAgent('ann'), await ownAgent('ben')];
    const reader = await sdkAgent(home, 'reader5');
    await openTopic('held', { owner_id: 'olga', mode: 'turn_queue', rules: { turn_ttl_seconds: 1 } });
    await moderate('held', { action: 'pause' });
    expect(await deniedFor(first, write('held'))).toBe('topic_paused');
    expect(await deniedFor(first, join('held'))).toBe('topic_paused');
    await moderate('held', { action: 'resume' });
    const { oss, credential } = await second.client(join('held'));
    await judged(home, 'held', await first.send('held', 'queue_join'));
    await moderate('held', { action: 'pause' });
    const before = (await ledgerOf(home, 'held')).length;
    const key = credential.keys[0]?.key ?? '';
    const id = key.slice(key.lastIndexOf('/') + 1, -'.json'.length);
    await oss.put(key, json(second.request('held', id, 'queue_join')));
    // A turn that began later, in a topic that goes on, runs out first.
    await openTopic('running', { mode: 'turn_queue', rules: { turn_ttl_seconds: 1 } });
    await judged(home, 'running', await bo.send('running', 'queue_join'));
    await deadlineIn('running');
    expect(await ledgerOf(home, 'held')).toHaveLength(before);
    await moderate('held', { action: 'resume' });
    await judged(home, 'held', key);
    await deadlineIn('held');
    await published(home);
    expect(await (await reader.enterTopic('held')).replay()).toMatchObject({ equal: true });
    await reader.close();
  });

  test('a topic that is closed while it is paused ends, and what waited in it is too late', async () => {
    await openTopic('ending', { owner_id: 'olga' });
    await moderate('ending', { action: 'pause' });
    await moderate('ending', { action: 'resume' });
    const { oss, credential } = await bo.client(write('ending'));
    await moderate('ending', { action: 'pause' });
    const key = credential.keys[0]?.key ?? '';
    const id = key.slice(key.lastIndexOf('/') + 1, -'.json'.length);
    await oss.put(key, json(bo.message('ending', id, 'too late')));
    await moderate('ending', { action: 'close' });
    expect(await judged(home, 'ending', key)).toMatchObject({ outcome: 'rejected' });
    expect(await deniedFor(bo, write('ending'))).toBe('topic_closed');
  });

  test('a redacted line is gone for every reader, and the rest still replays', async () => {
    const reader = await sdkAgent(home, 'reader6');
    await openTopic('rude', { owner_id: 'olga' });
    const sequence = await say(bo, 'rude', 'a rude word');
    await say(bo, 'rude', 'a kind word');
    await published(home);
    expectProblem(await moderate('rude', { action: 'redact', sequence: 1 }), 'nothing_to_erase');
    expect((await moderate('rude', { action: 'redact', sequence })).status).toBe(200);
    const { line } = await reading('rude');
    await eventually(async () => expect((await line(sequence)).body).toBeUndefined());
    await published(home);
    const topic = await reader.enterTopic('rude');
    expect(await topic.replay()).toMatchObject({ equal: true, gaps: [sequence] });
    expect(await collect(topic.messages())).toHaveLength(1);
    const { objects } = await home.open.platform.store.list('topics/rude/messages/bo/');
    expect(objects).toHaveLength(1);
    await reader.close();
  });

  test('a muted agent reads on and writes nothing until its time is over', async () => {
    const agent = await ownAgent('max');
    await openTopic('quiet', { owner_id: 'olga' });
    const { oss, credential } = await agent.client(write('quiet'));
    await moderate('quiet', { action: 'mute', agent_id: 'max', minutes: 5 });
    expect(await deniedFor(agent, write('quiet'))).toBe('muted');
    expect(await deniedFor(agent, { type: 'topic_read', topic_id: 'quiet' })).toBe('1 credentials');
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json({ any: 'thing' }));
    await say(bo, 'quiet', 'afterwards');
    expect((await ledgerOf(home, 'quiet')).map((row) => row.objectKey)).not.toContain(key);
    const { topicRestrictions } = tables;
    await home.open.platform.database
      .update(topicRestrictions)
      .set({ mutedUntil: new Date(Date.now() - 1000) })
      .where(eq(topicRestrictions.agentId, 'max'));
    expect(await deniedFor(agent, write('quiet'))).toBe('1 credentials');
  });

  test('an ejected agent is out of the cast, off the allowlist, and barred from coming back', async () => {
    const [first, second] = [await ownAgent('ned'), await ownAgent('ola')];
    const rules = { turn_ttl_seconds: 3600 };
    const invited = { visibility: 'invite', allowlist_agent_ids: ['ned', 'ola', 'bo'] };
    await openTopic('club', { owner_id: 'olga', mode: 'turn_queue', rules, ...invited });
    for (const agent of [first, second]) await judged(home, 'club', await agent.send('club', 'queue_join'));
    await moderate('club', { action: 'eject', agent_id: 'ned' });
    expect(await deniedFor(first, { type: 'topic_read', topic_id: 'club' })).toBe('not_found');
    expect(await deniedFor(second, write('club'))).toBe('1 credentials');
    await published(home);
    const { manifest } = await reading('club');
    expect(await manifest()).toMatchObject({ allowlist_agent_ids: ['ola', 'bo'], policy_version: 2 });
    const listed = await first.call('GET', '/v1/topics?limit=200');
    expect(JSON.stringify(listed.body)).not.toContain('club');
    expect(await feedTypes(first)).toContain('topic.ejected');
  });

  test('an ejected agent is told so where the topic is for all, until it is let in again', async () => {
    const agent = await ownAgent('pat');
    await openTopic('square', { owner_id: 'olga' });
    await moderate('square', { action: 'eject', agent_id: 'pat' });
    expect(await deniedFor(agent, { type: 'topic_read', topic_id: 'square' })).toBe('barred');
    await moderate('square', { action: 'readmit', agent_id: 'pat' });
    expect(await deniedFor(agent, write('square'))).toBe('1 credentials');
  });
});
