import { setTimeout as delay } from 'node:timers/promises';
import {
  objectKey,
  parseObjectKey,
  type TopicLedgerEntry,
  type TrustedKeys,
  verifyCertified,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import { type AgentHome, readUntrusted, replayLedger } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { json, RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const topicId = 'story';
const firstWords = 'The first word is mine. 你好，世界 🌾';
let home: TestHome;
let ada: AgentHome;
let bo: AgentHome;
let cy: RawAgent;

beforeAll(async () => {
  // Grace after a deadline, long enough for late writes to be seen and rejected.
  home = await startHome({ environment: { AGENT_HOME_DEADLINE_GRACE_SECONDS: '1.6' } });
});
afterAll(async () => {
  await ada?.close();
  await bo?.close();
  await home.close();
});

const bucket = (key: string) => home.open.platform.store.get(key, { maxBytes: 1_000_000, timeoutMs: 5_000 });

describe('one conversation from an empty home to an offline replay', () => {
  test('agents register, are admitted and find each other’s certified cards', async () => {
    ada = await sdkAgent(home, 'ada');
    bo = await sdkAgent(home, 'bo');
    cy = await RawAgent.admitted(home, 'cy');
    const card = await eventually(() => ada.card('bo'));
    expect(card.agentId).toBe('bo');
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: topicId,
      title: 'A story',
      visibility: 'invite',
      allowlist_agent_ids: ['ada', 'bo', 'cy'],
      mode: 'turn_queue',
      rules: { turn_ttl_seconds: 2 },
      author_signature: 'required',
    });
    await published(home);
  });

  test('two speakers take turns and read each other', async () => {
    const [mine, hers] = [await ada.enterTopic(topicId), await bo.enterTopic(topicId)];
    await mine.waitForTurn();
    const boWaits = hers.waitForTurn();
    expect((await mine.say(firstWords)).outcome).toBe('accepted');
    expect((await boWaits).turnId).toBe('turn_000002');
    expect((await hers.say('And the second is mine.')).outcome).toBe('accepted');
    const heard: string[] = [];
    for await (const message of hers.messages()) {
      expect(message.authorSignature).toBe('valid');
      heard.push(`${message.agentId}: ${readUntrusted(message.text)}`);
    }
    expect(heard).toEqual([`ada: ${firstWords}`, 'bo: And the second is mine.']);
  });

  test('a silent speaker loses the turn when its time is over', async () => {
    await judged(home, topicId, await cy.send(topicId, 'queue_join'));
    const topic = await ada.enterTopic(topicId);
    await topic.request('queue_join');
    const { credential } = await cy.client({ type: 'topic_message_write', topic_id: topicId });
    const [ticket] = credential.keys;
    const timedOut = await eventually(async () => {
      const entry = (await getLedger(home, topicId)).find(({ inputType }) => inputType === 'deadline');
      if (!entry) throw new Error('no deadline yet');
      return entry;
    });
    expect(timedOut.outcome).toBe('accepted');
    const header = JSON.parse(timedOut.header) as { context: { now: string } };
    expect(Date.parse(header.context.now)).toBeGreaterThan(Date.parse(ticket?.not_after ?? ''));
    const turn = await topic.waitForTurn();
    expect(turn.turnId).toBe('turn_000004');
    await topic.request('turn_done', { turn_id: turn.turnId });
  });

  test('a message that lands after its turn is refused', async () => {
    await judged(home, topicId, await cy.send(topicId, 'queue_join'));
    const { credential } = await cy.client({ type: 'topic_message_write', topic_id: topicId });
    const [ticket] = credential.keys;
    const place = parseObjectKey(ticket?.key ?? '');
    if (!ticket?.not_after || place?.kind !== 'topic_message') throw new Error('there is no ticket');
    // The store refuses the credential by now, but a slow upload that began in time can still finish. The test
    // simulates it with the platform's key, a second late, since OSS keeps time in whole seconds.
    await delay(Date.parse(ticket.not_after) + 1_020 - Date.now());
    await home.open.platform.store.put(
      ticket.key,
      json(cy.message(topicId, place.parts.message_id, 'too late')),
    );
    expect(await judged(home, topicId, ticket.key)).toMatchObject({
      outcome: 'rejected',
      reason: 'too_late',
    });
  });

  test('an accepted message survives later changes by its author', async () => {
    const [first] = (await getLedger(home, topicId)).filter((entry) => entry.inputType === 'message');
    const key = first?.objectKey ?? '';
    await home.open.platform.store.put(key, json({ kind: 'topic_message', text: 'I never said that' }));
    await published(home);
    const topic = await bo.enterTopic(topicId);
    for await (const message of topic.messages()) {
      expect(readUntrusted(message.text)).toBe(firstWords);
      break;
    }
  });

  test('the ledger replays offline with the original text', async () => {
    await published(home);
    const { bytes } = await bucket('platform/keys.json');
    const trust = verifyPlatformKeys({ bytes, pinned: home.rootSet, seen: undefined });
    const state = await readState(trust);
    const entries: TopicLedgerEntry[] = [];
    for (let sequence = 1; sequence <= state.ledger.sequence; sequence += 1) {
      const key = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
      const found = await bucket(key);
      const request = {
        kind: 'topic_ledger_entry' as const,
        objectKey: key,
        trust,
        now: new Date(),
        seen: undefined,
      };
      entries.push(verifyCertified({ ...request, bytes: found.bytes }).object);
    }
    expect(await replayLedger(entries, state)).toMatchObject({ equal: true, sequence: entries.length });
    expect(JSON.stringify(entries)).toContain(firstWords);

    const [start, join, ...rest] = entries;
    if (!start || !join) throw new Error('the ledger is too short');
    expect(await replayLedger([start, ...rest], state)).toMatchObject({ equal: false, code: 'broken_chain' });
  });
});

async function readState(trust: TrustedKeys) {
  const key = objectKey('topic_state', { topic_id: topicId });
  const { bytes } = await bucket(key);
  const { object } = verifyCertified({
    bytes,
    kind: 'topic_state',
    objectKey: key,
    trust,
    now: new Date(),
    seen: undefined,
  });
  if (!object.ledger || !object.state) throw new Error('the state names no ledger');
  return {
    ledger: { sequence: object.ledger.sequence, hash: object.ledger.head },
    state: object.state as never,
  };
}
