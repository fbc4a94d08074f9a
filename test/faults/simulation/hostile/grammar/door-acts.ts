import { setTimeout as delay } from 'node:timers/promises';
import { objectKey } from '@agent-home/protocol';
import { joinApproval, joinRequest } from '../../../../support/circles.ts';
import { getId } from '../../../../support/raw-agent.ts';
import { pick } from '../../plan/streams.ts';
import { sha256 } from '../asking.ts';
import type { Hand } from '../hand.ts';
import { agentNames, places } from '../places.ts';
import { loadCredential } from '../rights.ts';
import { type Production, production } from './production.ts';
import * as words from './words.ts';

const upstairs = { topic_id: places.upstairs };
const keysUpstairs = [
  objectKey('topic_manifest', upstairs),
  objectKey('topic_state', upstairs),
  objectKey('topic_summary', upstairs),
  ...[1, 2, 3].map((sequence) => objectKey('topic_ledger_entry', { ...upstairs, sequence })),
];

/** Time in which a healthy home has judged a request. */
const judgedWithinMs = 700;

/** Lets a friend of the resident request to join its own circle, where the resident approves the requests. */
async function haveFriendAsk(hand: Hand, note: string, again: boolean): Promise<void> {
  const { leaver, store } = hand.neighbourhood;
  const grant = { type: 'circle_join_request_write', circle_id: places.parlour };
  const credential = await loadCredential(leaver, grant);
  const key = credential?.keys[0]?.key;
  if (!credential || key === undefined || store.kind !== 'aliyun') return;
  for (const words of again ? [note, `${note} and something else`] : [note]) {
    const text = JSON.stringify(joinRequest(places.parlour, getId(key), leaver.agentId, words));
    hand.memory.joinRequests.set(getId(key), text);
    await hand.storeWith(credential, { method: 'PUT', key, body: Buffer.from(text) });
    if (again) await delay(judgedWithinMs);
  }
}

const deviations = [
  ...['none', 'none', 'somebody else', 'another hash', 'another circle', 'another reviewer'],
  ...['link', 'megabyte', 'no word'],
] as const;

/** Puts a decision at the key of every pending request, correct or with one deviation. */
async function decide(hand: Hand, deviation: (typeof deviations)[number], decision: 'approve' | 'reject') {
  const { mallory, memory } = hand;
  const circleId = places.parlour;
  const grant = { type: 'circle_join_approval_write', circle_id: circleId };
  const there = await loadCredential(mallory, grant);
  // A decision requires a pending request.
  if (!there) await haveFriendAsk(hand, 'Let me in', true);
  const credential = there ?? (await loadCredential(mallory, grant));
  for (const { key } of credential?.keys ?? []) {
    if (!credential) return;
    const requestId = getId(key);
    const word = {
      circleId: deviation === 'another circle' ? places.hearth : circleId,
      requestId,
      decision,
      reviewer: deviation === 'another reviewer' ? agentNames.witness : mallory.agentId,
      candidate: deviation === 'somebody else' ? agentNames.friend : agentNames.leaver,
      sha256: sha256(deviation === 'another hash' ? 'x' : (memory.joinRequests.get(requestId) ?? '')),
    };
    hand.journal.words.push(word);
    const document = joinApproval(word);
    const body = Buffer.from(deviation === 'no word' ? 'approve' : JSON.stringify(document));
    const pointed = { 'x-oss-symlink-target': encodeURIComponent(`circles/${places.hearth}/manifest.json`) };
    await hand.storeWith(
      credential,
      deviation === 'link'
        ? { method: 'PUT', key, query: { symlink: '' }, headers: pointed }
        : {
            method: 'PUT',
            key,
            body: deviation === 'megabyte' ? Buffer.alloc(1_048_576, body) : body,
          },
    );
  }
}

/** Tries every credential for a topic it was removed from where that topic continues. */
export async function readOnUpstairs(hand: Hand): Promise<void> {
  for (const credential of hand.memory.formerRights) {
    for (const key of keysUpstairs) await hand.storeWith(credential, { method: 'GET', key });
    const query = { 'list-type': '2', prefix: `topics/${places.upstairs}/`, 'max-keys': '100' };
    await hand.storeWith(credential, { method: 'GET', query });
  }
}

/** Acts at membership requests: of a circle that it maintains itself, and of a topic that it is excluded from. */
export const doorActs: readonly Production[] = [
  production(
    'has a friend ask to be let in',
    4,
    (random) => ({
      note: pick(random, ['Let me in', 'It is cold', words.text(random).slice(0, 400)]),
      again: random() < 0.5,
    }),
    (hand, { note, again }) => haveFriendAsk(hand, note, again),
  ),
  production(
    'says who comes in',
    6,
    (random) => ({
      deviation: pick(random, deviations),
      decision: random() < 0.85 ? ('approve' as const) : ('reject' as const),
    }),
    (hand, { deviation, decision }) => decide(hand, deviation, decision),
  ),
  production(
    'collects rights to what it will be put out of',
    3,
    (random) => ({
      type: pick(random, ['topic_read', 'topic_message_write', 'topic_request_write']),
      topic: pick(random, [places.loft, places.loft, places.upstairs]),
    }),
    async (hand, { type, topic }) => {
      const credential = await loadCredential(hand.mallory, { type, topic_id: topic });
      if (credential) hand.memory.formerRights.push(credential);
    },
  ),
];
