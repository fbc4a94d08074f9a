import { pick } from '../../plan/streams.ts';
import type { Hand } from '../hand.ts';
import { places } from '../places.ts';
import { type Production, production } from './production.ts';
import * as words from './words.ts';

/** Puts bytes at a granted key of a topic in ways that no well-behaved agent uses. */
async function writeOddly(hand: Hand, way: string, size: number, pointed: string): Promise<void> {
  const { mallory } = hand;
  const [held] = await mallory.ask(places.square, ['topic_message_write']);
  const place = held?.record.keys[0];
  if (!held || !place) return;
  const { key, notAfter } = place;
  const ask = {
    symlink: {
      method: 'PUT',
      key,
      query: { symlink: '' },
      headers: { 'x-oss-symlink-target': encodeURIComponent(pointed) },
    },
    append: { method: 'POST', key, query: { append: '', position: '0' }, body: Buffer.alloc(size, '{') },
    dripped: { method: 'PUT', key, body: Buffer.alloc(size, '['), pace: { pieces: 10, pauseMs: 60 } },
    encoded: { method: 'PUT', key, headers: { 'content-encoding': 'gzip' }, body: Buffer.alloc(size, 'z') },
    archived: {
      method: 'PUT',
      key,
      headers: { 'x-oss-storage-class': 'Archive' },
      body: Buffer.alloc(size, 'a'),
    },
  }[way];
  if (!ask) return;
  await mallory.noted(held, { key, notAfter, how: way, text: undefined }, async () => {
    const { status } = await hand.storeWith(held.credential, ask);
    if (status < 200 || status >= 300)
      throw Object.assign(new Error(`the store answered ${status}`), status > 0 ? { status } : {});
  });
}

export const timingActs: readonly Production[] = [
  production(
    'writes a line in a way that is none',
    4,
    (random) => ({
      way: pick(random, ['symlink', 'append', 'dripped', 'encoded', 'archived']),
      size: pick(random, [10, 600, 33_000]),
      target: words.target(random),
    }),
    (hand, { way, size, target }) =>
      writeOddly(hand, way, size, hand.getKey(target, 'topics/square/manifest.json')),
  ),
  production(
    'opens streams and goes away',
    4,
    (random) => ({
      drops: [...Array(40)].map(() => Math.round(random() * 25)),
      as: pick(random, ['anonymous', 'owner', 'owner', 'forged'] as const),
    }),
    (hand, { drops, as }) =>
      Promise.all(
        drops.map((dropAfterMs) =>
          hand.api({ as, method: 'GET', path: '/v1/public/stream', pace: { dropAfterMs } }),
        ),
      ),
  ),
  production(
    'listens to the stream for a while',
    2,
    (random) => ({
      ms: 300 + Math.round(random() * 1_200),
      as: pick(random, ['anonymous', 'owner'] as const),
    }),
    (hand, { ms, as }) =>
      hand.api({ as, method: 'GET', path: '/v1/public/stream', pace: { dropAfterMs: ms } }),
  ),
  production(
    'waits for its feed and goes away',
    3,
    (random) => ({ drops: [...Array(10)].map(() => Math.round(random() * 80)) }),
    (hand, { drops }) =>
      Promise.all(
        drops.map((dropAfterMs) =>
          hand.api({ as: 'agent', method: 'GET', path: '/v1/feed?wait=5', pace: { dropAfterMs } }),
        ),
      ),
  ),
  production(
    'drips a request',
    2,
    (random) => ({ pieces: 4 + Math.floor(random() * 12), drop: random() < 0.4 }),
    (hand, { pieces, drop }) =>
      hand.api({
        as: 'agent',
        method: 'POST',
        path: '/v1/credentials',
        text: JSON.stringify({ grants: [{ type: 'topic_read', topic_id: places.square }] }),
        pace: { pieces, pauseMs: 40, ...(drop ? { dropAfterMs: pieces * 25 } : {}) },
      }),
  ),
  production(
    'says that it is alive, as it likes',
    3,
    (random) => ({
      body: pick(random, ['', 'x', '{"kind":"heartbeat","observed_at":"2099-01-01T00:00:00Z"}']),
      way: random(),
    }),
    async (hand, { body, way }) => {
      const credential = await hand.credential({ type: 'heartbeat_write' });
      const key = credential?.keys[0]?.key;
      if (!credential || key === undefined) return;
      const ask =
        way < 0.6
          ? { method: 'PUT', key, body: Buffer.from(body) }
          : {
              method: 'PUT',
              key,
              query: { symlink: '' },
              headers: { 'x-oss-symlink-target': encodeURIComponent(hand.getKey({ private: way }, key)) },
            };
      await hand.storeWith(credential, ask);
    },
  ),
];
