import { pick } from '../../plan/streams.ts';
import { sha256 } from '../asking.ts';
import { places } from '../places.ts';
import { type Production, production } from './production.ts';
import { folderGrant, index, swapOnceSeen, write, writing } from './store-writing.ts';
import * as words from './words.ts';

export const storeActs: readonly Production[] = [
  production(
    'writes into its folder',
    6,
    (random) => ({ tail: words.tail(random), writing: writing(random) }),
    (hand, { tail, writing }) => write(hand, `${hand.folder}${tail}`, writing),
  ),
  production(
    'hands in plain work',
    10,
    (random) => ({ tail: words.plainTail(random), size: pick(random, [1, 60, 600]) }),
    async (hand, { tail, size }) => {
      const key = `${hand.folder}${tail}`;
      const body = Buffer.alloc(size, 'plain work ');
      hand.memory.written.add(key);
      await hand.store(folderGrant, { method: 'PUT', key, body });
      await index(hand, key, sha256(body));
    },
  ),
  production(
    'swaps work that was seen',
    10,
    (random) => ({ which: random(), writing: writing(random) }),
    async (hand, { which, writing }) => write(hand, hand.knownKey(which), writing),
  ),
  production(
    'guesses at a hash',
    4,
    (random) => ({ which: random() }),
    async (hand, { which }) => {
      const known = hand.neighbourhood.privateKeys.filter(({ sha256: hash }) => hash !== undefined);
      const guessed = known[Math.floor(which * known.length)];
      if (guessed?.sha256 === undefined) return;
      // A separate key for each guess, so that each response belongs to one guess.
      const key = `${hand.folder}guess-${known.indexOf(guessed)}.txt`;
      hand.journal.guesses.push({ key, sha256: guessed.sha256, of: guessed.key });
      await index(hand, key, guessed.sha256);
      await swapOnceSeen(hand, key, guessed.key);
      await hand.api({ as: 'anonymous', method: 'GET', path: `/v1/public/tasks/${places.bazaar}` });
    },
  ),
  production(
    'swaps work and reads it at once',
    5,
    (random) => ({ tail: words.plainTail(random), target: words.target(random) }),
    async (hand, { tail, target }) => {
      const key = `${hand.folder}seen-${tail}`;
      await swapOnceSeen(hand, key, hand.getKey(target, key));
      await hand.api({
        as: 'anonymous',
        method: 'GET',
        path: `/v1/public/artifacts?key=${encodeURIComponent(key)}`,
      });
    },
  ),
  production(
    'makes its index something else',
    2,
    (random) => ({ writing: writing(random) }),
    (hand, { writing }) => write(hand, `${hand.folder}index.json`, writing),
  ),
  production(
    'reads work as whoever it likes',
    12,
    (random) => ({
      which: random(),
      as: pick(random, ['anonymous', 'anonymous', 'owner', 'agent'] as const),
    }),
    (hand, { which, as }) =>
      hand.api({
        as,
        method: 'GET',
        path: `/v1/public/artifacts?key=${encodeURIComponent(hand.knownKey(which))}`,
      }),
  ),
  production(
    'looks at the task',
    4,
    (random) => ({ own: random() < 0.5 }),
    (hand, { own }) =>
      hand.api(
        own
          ? { as: 'agent', method: 'GET', path: `/v1/tasks/${places.bazaar}/artifacts?limit=200` }
          : { as: 'anonymous', method: 'GET', path: `/v1/public/tasks/${places.bazaar}` },
      ),
  ),
];
