import { describe, expect, test } from 'vitest';
import { type AgentFacts, cardsTrue } from './checks/cards-true.ts';
import { type Doors, doorsKept } from './checks/doors-kept.ts';
import { errandsDone } from './checks/errands-done.ts';
import type { Finding, LedgerRow } from './checks/evidence.ts';
import { keptOut } from './checks/kept-out.ts';
import { noFailedAnswers } from './checks/no-failed-answers.ts';
import { noLongTurns } from './checks/no-long-turns.ts';
import { nobodyDelayed } from './checks/nobody-delayed.ts';
import { nothingGrows, type Traces } from './checks/nothing-grows.ts';
import { nothingPrivate } from './checks/nothing-private.ts';
import type { Reading } from './home/readings.ts';
import { places } from './hostile/places.ts';
import { Secrets } from './hostile/secrets.ts';
import type { Reception } from './journal/hostile-records.ts';
import { Journal, type PutRecord } from './journal/journal.ts';

const calm = { from: 10_000, until: 20_000 };
const key = `topics/${places.square}/messages/witness/000001.json`;
const cardKey = 'agents/all/mallory.json';
const guessedKey = `tasks/${places.bazaar}/agents/mallory/guess-0.txt`;

function reception(asked: string, body: string): Reception {
  const what = { who: 'a reader', production: 'test', from: 'api', asked, at: 11_000 } as const;
  return { ...what, tookMs: 20, status: 200, head: 'HTTP/1.1 200 OK', body: Buffer.from(body) };
}

function reading(at: number): Reading {
  const quiet = { at, process: 'api', pid: 7, rssBytes: 200 * 1024 ** 2 };
  return { ...quiet, handles: { Timeout: 6, TCPSocketWrap: 30 }, stalls: [], answers: [] };
}

/** A hostile resident came to nothing: everybody else was judged, answered and obeyed, and it left no more than it may. */
function quietWorld() {
  const journal = new Journal();
  const secrets = new Secrets();
  secrets.keep('the token of an admin', 'token-of-an-admin-0123456789');
  const poem = secrets.plant('a sealed poem');
  const hash = secrets.keepBytes('a private line', 'a private line');
  const place = { agentId: 'witness', topicId: places.square, key, grantId: 1, grantAskedAt: 11_000 };
  const put: PutRecord = {
    ...{ ...place, id: 1, notAfter: 60_000, text: '{}', how: 'plain', outcome: 'stored' },
    ...{ startedAt: 11_100, endedAt: 11_200 },
  };
  journal.puts.push(put);
  journal.calm = calm;
  journal.goneAt = 21_000;
  journal.answers.push({
    who: 'witness',
    asked: 'POST /v1/credentials',
    at: 12_000,
    tookMs: 40,
    status: 200,
  });
  journal.errands.push({ who: 'witness', what: 'work to be removed', askedAt: 12_000, doneAt: 13_000 });
  journal.revocations.push({ revokedAt: 12_000, endedAt: 12_100 });
  journal.greed = { asked: 40, toldItsShare: 22 };
  const guess = { key: guessedKey, sha256: hash, of: 'topics/attic/messages/friend/000001.json' };
  journal.guesses.push(guess);
  journal.receptions.push(reception('GET /v1/public/topics', '{"topics":[]}'));
  const artifacts = [
    { object_key: guessedKey },
    { object_key: guessedKey.replace('guess-0', 'work-0'), hash_matches: true },
  ];
  journal.receptions.push(reception(`GET /v1/public/tasks/${places.bazaar}`, JSON.stringify({ artifacts })));
  const row = {
    topicId: places.square,
    sequence: 2,
    inputType: 'message',
    agentId: 'witness',
    objectKey: key,
  };
  const ledger: LedgerRow[] = [
    { ...row, outcome: 'accepted', reason: null, header: '', bodyText: '{}', judgedAt: new Date(11_500) },
  ];
  const traces: Traces = {
    rows: { tickets: 300, credential_audit: 20 },
    objects: [{ key: cardKey, bytes: 900 }],
    folders: [{ agentId: 'mallory', found: { objects: 3, bytes: 9 }, counted: { objects: 3, bytes: 9 } }],
    streamStatus: 200,
  };
  const doors: Doors = {
    members: [
      { circleId: places.hearth, agentId: 'witness' },
      { circleId: places.parlour, agentId: 'mallory-two' },
    ],
    approved: [{ circleId: places.parlour, requestId: 'r-1', agentId: 'mallory-two', sha256: 'as asked' }],
  };
  journal.words.push({
    requestId: 'r-1',
    candidate: 'mallory-two',
    decision: 'approve',
    sha256: 'as asked',
  });
  const agents: AgentFacts[] = [
    { agentId: 'mallory', publicKey: 'key', standing: 'admitted', formerKeys: ['older'] },
  ];
  const card = {
    kind: 'agent_card',
    agent_id: 'mallory',
    name: 'M',
    agent_public_key: 'key',
    previous_public_keys: ['older'],
  };
  const readings = [reading(15_000), reading(23_000)];
  return {
    journal,
    secrets,
    poem,
    hash,
    ledger,
    traces,
    doors,
    agents,
    card: card as Record<string, unknown>,
    readings,
  };
}
type World = ReturnType<typeof quietWorld>;

function found({ journal, secrets, ledger, traces, doors, agents, card, readings }: World): Finding[] {
  const among = { hostile: new Set(['mallory']), modest: 'witness', pace: 1 };
  return [
    ...nothingPrivate(journal, secrets),
    ...noFailedAnswers(readings, journal.calm),
    ...noLongTurns(readings),
    ...nobodyDelayed(journal, ledger, among),
    ...errandsDone(journal),
    ...doorsKept(doors, journal.words),
    ...nothingGrows(traces, readings, journal.goneAt),
    ...cardsTrue(new Map([[cardKey, JSON.stringify(card)]]), agents),
    ...keptOut(journal, []),
  ];
}

const hear = ({ journal }: World, body: string, asked = 'GET /v1/public/artifacts') =>
  void journal.receptions.push(reception(asked, body));

function last({ readings }: World): Reading {
  const one = readings.at(-1);
  if (!one) throw new Error('there is no reading');
  return one;
}

const doctored: [what: string, doctor: (world: World) => void, check: string, problem: string][] = [
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
    ({ journal }) => void Object.assign(journal, { greed: { asked: 40, toldItsShare: 0 } }),
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
  [
    'work that stays',
    ({ journal }) =>
      void journal.errands.push({ who: 'parting', what: 'an agent to be erased', askedAt: 12_000 }),
    'errands done',
    'an agent to be erased, and waited for it in vain',
  ],
  [
    'somebody who never asked',
    ({ doors }) => void doors.members.push({ circleId: places.hearth, agentId: 'mallory' }),
    'doors kept',
    'is in hearth and never asked to be',
  ],
  [
    'somebody let in for other words than it asked with',
    ({ doors }) => void Object.assign(doors.approved[0] ?? {}, { sha256: 'as changed' }),
    'doors kept',
    'by nobody’s word',
  ],
  ['nothing asked for', ({ journal }) => void journal.errands.pop(), 'errands done', 'nobody asked'],
  [
    'rows without end',
    ({ traces }) => void Object.assign(traces.rows, { verification_failures: 1_000 }),
    'nothing grows',
    '1000 rows',
  ],
  [
    'a card of a megabyte',
    ({ traces }) => void traces.objects.push({ key: cardKey, bytes: 1_000_000 }),
    'nothing grows',
    'a card of 1000000',
  ],
  [
    'work that is not counted',
    ({ traces }) => void Object.assign(traces.folders[0]?.counted ?? {}, { objects: 2 }),
    'nothing grows',
    'is counted with 2 of 9',
  ],
  [
    'a stream that is full',
    ({ traces }) => void Object.assign(traces, { streamStatus: 429 }),
    'nothing grows',
    'answers 429',
  ],
  [
    'timers that stay',
    (world) => void Object.assign(last(world).handles, { Timeout: 90 }),
    'nothing grows',
    'holds 90 of Timeout',
  ],
  [
    'memory without end',
    (world) => void Object.assign(last(world), { rssBytes: 900 * 1024 ** 2 }),
    'nothing grows',
    'came to 900 MiB',
  ],
  [
    'a card that says more',
    ({ card }) => void Object.assign(card, { verified: true }),
    'cards true',
    'certifies verified',
  ],
  [
    'a former key of another',
    ({ card }) => void Object.assign(card, { previous_public_keys: ['of the witness'] }),
    'cards true',
    'a former key that never was',
  ],
  [
    'a tombstone of the living',
    ({ card }) => void Object.assign(card, { status: 'withdrawn' }),
    'cards true',
    'says withdrawn',
  ],
  [
    'a card of another',
    ({ card }) => void Object.assign(card, { agent_id: 'witness' }),
    'cards true',
    'of another',
  ],
  ['a card of nobody', ({ agents }) => void agents.pop(), 'cards true', 'the card of nobody'],
  [
    'a read by a foreign name',
    ({ journal }) =>
      void journal.attacks.push({ agentId: 'a reader', what: 'read', at: 1, refused: false, answer: '200' }),
    'kept out',
    'was not refused',
  ],
];

describe('the checks of what a hostile resident did', () => {
  test('a home in which a hostile resident came to nothing has no findings', () => {
    expect(found(quietWorld())).toEqual([]);
  });

  test('each check finds what a hostile resident did in a doctored journal', () => {
    for (const [what, doctor, check, problem] of doctored) {
      const world = quietWorld();
      doctor(world);
      const problems = found(world).map((one) => `${one.check}: ${one.problem}`);
      expect(problems, what).toEqual([expect.stringMatching(new RegExp(`^${check}: `))]);
      expect(problems[0], what).toContain(problem);
    }
  });

  test('what a storm or a busy machine does is held against no resident', () => {
    const world = quietWorld();
    const { journal } = world;
    const [put] = journal.puts;
    // In a storm verdicts and answers take long, and the home may say that something is away.
    if (put)
      journal.puts.push({
        ...put,
        id: 2,
        key: 'topics/square/messages/witness/000002.json',
        startedAt: 5_000,
        endedAt: 5_100,
      });
    journal.answers.push({ who: 'agent-01', asked: 'GET /v1/me', at: 5_000, tookMs: 9_000, status: 503 });
    last(world).answers.push({ at: 5_000, status: 503, isDeliberate: true, path: 'GET /' });
    // Who plays asks for as much as it can, and waits for its feed.
    journal.answers.push({
      who: 'agent-01',
      asked: 'POST /v1/credentials',
      at: 12_000,
      tookMs: 9,
      status: 429,
    });
    journal.answers.push({
      who: 'agent-01',
      asked: 'GET /v1/feed?wait=5',
      at: 12_000,
      tookMs: 5_000,
      status: 200,
    });
    // Late by the clock alone; many connections while it was there.
    last(world).stalls.push({ at: 1, busyMs: 60, lateMs: 3_000 });
    for (const one of world.readings.slice(0, 1)) one.handles.TCPSocketWrap = 500;
    expect(found(world)).toEqual([]);
  });
});
