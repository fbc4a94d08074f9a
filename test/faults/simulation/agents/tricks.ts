import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@agent-home/protocol';
import { eventBody } from '../../../support/smq-pusher.ts';
import { pick, type Random } from '../plan/streams.ts';
import type { OpenTopic } from './playground.ts';
import type { LifeSurroundings } from './surroundings.ts';
import { findGrant, note, type Trick } from './trick-scene.ts';

const tricks: Record<string, Trick> = {
  'twice the same': async (scene) => {
    const given = await findGrant(scene);
    if (!given) return;
    const { held, key, notAfter, text } = given;
    await scene.client.put(held, key, text, 'first of the same', notAfter);
    await scene.client.put(held, key, text, 'again the same', notAfter);
  },
  'overwritten at once': async (scene) => {
    const given = await findGrant(scene);
    if (!given) return;
    const { held, key, notAfter, text } = given;
    const { client, topic } = scene;
    await Promise.all(
      [text, client.message(topic.topicId, 'else', { content: { text: 'something else' } })].map((one) =>
        client.put(held, key, one, 'overwritten', notAfter),
      ),
    );
  },
  'overwritten after judgement': async (scene) => {
    const given = await findGrant(scene);
    if (!given) return;
    const { held, key, notAfter, text } = given;
    await scene.client.put(held, key, text, 'to be overwritten', notAfter);
    await delay(400);
    await scene.client.put(held, key, text.replace('"written"', '"rewritten"'), 'overwrites', notAfter);
  },
  garbage: async (scene) => {
    const given = await findGrant(scene);
    if (!given) return;
    const noise = pick(scene.random, ['{"kind":', '[]', 'x', '\u0000\u0001', '{"a":1,"a":2}']);
    await scene.client.put(
      given.held,
      given.key,
      `${noise}${scene.client.journal.nextId()}`,
      'garbage',
      given.notAfter,
    );
  },
  'too large': async (scene) => {
    const given = await findGrant(scene);
    if (given)
      await scene.client.put(given.held, given.key, Buffer.alloc(300_000, 'x'), 'too large', given.notAfter);
  },
  symlink: async (scene) => {
    const given = await findGrant(scene);
    if (!given) return;
    const { held, key, notAfter } = given;
    const target = `topics/${scene.topic.topicId}/manifest.json`;
    const link = held.store.putSymlink;
    if (!link) return;
    await scene.client.noted(held, { key, notAfter, how: 'symlink', text: undefined }, () =>
      link(key, target),
    );
  },
  late: async (scene) => {
    const given = await findGrant(scene);
    if (!given) return;
    const { held, key, notAfter = 0, text } = given;
    const wait = notAfter - Date.now();
    // Some tricks wait for the very end of the turn, some a little longer.
    if (wait > 0 && wait < 3_000) await delay(Math.max(0, wait + scene.random() * 900 - 450));
    await scene.client.put(held, key, text, 'late', notAfter);
  },
  'out of turn': async (scene) => {
    const given = await findGrant(scene);
    if (!given) return;
    const { client, topic } = scene;
    const other = topic.cast.find((agentId) => agentId !== client.agentId) ?? '';
    const foreign = given.key.replace(`/${client.agentId}/`, `/${other}/`);
    const put = await client.noted(
      given.held,
      { key: foreign, notAfter: 0, how: 'out of turn', text: undefined },
      () => given.held.store.put(foreign, Buffer.from('mine')),
    );
    if (put.outcome === 'unknown') return;
    note(client, 'wrote at a key of another agent', put.outcome === 'refused', put.code ?? 'stored');
  },
  'forged event': async ({ client, surroundings, topic }) => {
    const key = `topics/${topic.topicId}/messages/${client.agentId}/forged.json`;
    const response = await fetch(surroundings.eventUrl, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'x-mns-message-id': String(client.journal.nextId()) },
      body: eventBody([{ key }]),
      signal: AbortSignal.timeout(5_000),
    });
    if (response.status < 500)
      note(client, 'forged an event', response.status >= 400, String(response.status));
  },
  'replayed request': async ({ client, topic }) => {
    const body = { grants: [{ type: 'topic_read', topic_id: topic.topicId }] };
    const signed = client.sign('POST', '/v1/credentials', body);
    if ((await client.send(signed)).status !== 200) return;
    const { status, body: answer } = await client.send(signed);
    if (status < 500)
      note(client, 'replayed a request', status >= 400, `${status} ${String(answer.code ?? '')}`);
  },
  'false signature': async ({ client, topic }) => {
    const body = { grants: [{ type: 'topic_message_write', topic_id: topic.topicId }] };
    const signed = client.sign('POST', '/v1/credentials', body);
    const { status } = await client.send({ ...signed, body: signed.body.replace('message', 'request') });
    if (status < 500) note(client, 'changed what was signed', status >= 400, String(status));
  },
};

/** Tries something that a home must refuse. */
export function playTrick(
  surroundings: LifeSurroundings,
  topic: OpenTopic,
  state: JsonObject,
  random: Random,
): Promise<void> {
  const trick = pick(random, Object.values(tricks));
  return trick({ surroundings, client: surroundings.client, topic, state, random });
}
