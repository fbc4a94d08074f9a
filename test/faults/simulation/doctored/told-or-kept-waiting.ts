import { guessedKey } from './quiet-journal.ts';
import { type DoctoredQuiet, hear, last } from './quiet-world.ts';

/** Private content in a response, or a delay caused by a hostile resident. */
export const toldOrKeptWaiting: DoctoredQuiet[] = [
  ['a poem told', (world) => hear(world, world.poem), 'nothing private', 'was told a sealed poem (plain)'],
  [
    'a poem told in base64',
    (world) => hear(world, Buffer.from(`line ${world.poem}`).toString('base64')),
    'nothing private',
    'was told a private field (base64)',
  ],
  [
    'a token told',
    (world) => hear(world, 'token-of-an-admin-0123456789'),
    'nothing private',
    'the token of an admin',
  ],
  [
    'a hash told',
    (world) => hear(world, world.hash.toUpperCase()),
    'nothing private',
    'the hash of a private line',
  ],
  [
    'a guess answered',
    (world) =>
      hear(
        world,
        JSON.stringify({ artifacts: [{ object_key: guessedKey, hash_matches: true }] }),
        'GET /v1/public/tasks/bazaar',
      ),
    'nothing private',
    'its guess at the hash of topics/attic',
  ],
  [
    'a failed answer',
    (world) => void last(world).answers.push({ at: 1, status: 500, isDeliberate: false, path: 'GET /' }),
    'no failed answers',
    'answered 500 to GET /',
  ],
  [
    'a home that says it is busy while all is calm',
    (world) => void last(world).answers.push({ at: 15_000, status: 503, isDeliberate: true, path: 'GET /' }),
    'no failed answers',
    'answered 503',
  ],
  [
    'a long turn',
    (world) => void last(world).stalls.push({ at: 1, busyMs: 260, lateMs: 270 }),
    'no long turns',
    'stood still for 270 ms',
  ],
  [
    'a late verdict',
    ({ ledger }) => {
      for (const row of ledger) row.judgedAt = new Date(19_000);
    },
    'nobody delayed',
    'was judged 7800 ms after it wrote',
  ],
  ['no verdict', ({ ledger }) => void ledger.pop(), 'nobody delayed', 'was judged Infinity ms'],
  [
    'a slow answer',
    ({ journal }) =>
      void journal.answers.push({
        who: 'agent-01',
        asked: 'GET /v1/me',
        at: 12_000,
        tookMs: 4_000,
        status: 200,
      }),
    'nobody delayed',
    'waited 4000 ms for GET /v1/me',
  ],
  [
    'an agent turned away for what another spent',
    ({ journal }) =>
      void journal.answers.push({
        who: 'witness',
        asked: 'POST /v1/credentials',
        at: 12_000,
        tookMs: 4,
        status: 429,
      }),
    'nobody delayed',
    'was turned away',
  ],
  [
    'an agent that is given whatever it asks for',
    ({ journal }) =>
      void Object.assign(journal, { greed: { seconds: 2.5, given: 90, toldItsShare: 0, toldNoneLeft: 0 } }),
    'nobody delayed',
    'was one agent’s alone',
  ],
  [
    'an agent that takes all there is before it is told of a share',
    ({ journal }) =>
      void Object.assign(journal, { greed: { seconds: 2.5, given: 40, toldItsShare: 0, toldNoneLeft: 1 } }),
    'nobody delayed',
    'was one agent’s alone',
  ],
  [
    'a token that outlived itself',
    ({ journal }) => void journal.revocations.push({ revokedAt: 12_000, endedAt: 16_000 }),
    'nobody delayed',
    'was told more for 4000 ms',
  ],
  [
    'a life that was never calm',
    ({ journal }) => void Object.assign(journal, { calm: undefined }),
    'nobody delayed',
    'no calm time',
  ],
];
