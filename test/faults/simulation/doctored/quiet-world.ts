import { type AgentFacts, cardsTrue } from '../checks/cards-true.ts';
import { type Doors, doorsKept } from '../checks/doors-kept.ts';
import { errandsDone } from '../checks/errands-done.ts';
import type { Finding, JudgedRow } from '../checks/evidence.ts';
import { keptOut } from '../checks/kept-out.ts';
import { noFailedAnswers } from '../checks/no-failed-answers.ts';
import { noLongTurns } from '../checks/no-long-turns.ts';
import { nobodyDelayed } from '../checks/nobody-delayed.ts';
import { nothingGrows, type Traces } from '../checks/nothing-grows.ts';
import { nothingPrivate } from '../checks/nothing-private.ts';
import type { Reading } from '../home/readings.ts';
import { places } from '../hostile/places.ts';
import { Secrets } from '../hostile/secrets.ts';
import { key, quietJournal, reception } from './quiet-journal.ts';

export const cardKey = 'agents/all/mallory.json';

export function reading(at: number): Reading {
  const quiet = { at, process: 'api', pid: 7, rssBytes: 200 * 1024 ** 2 };
  return { ...quiet, handles: { Timeout: 6, TCPSocketWrap: 30 }, stalls: [], answers: [] };
}

/** Evidence of a hostile resident without effect: all others got verdicts and responses, and it left no more than allowed. */
export function quietWorld() {
  const secrets = new Secrets();
  secrets.keep('the token of an admin', 'token-of-an-admin-0123456789');
  const poem = secrets.plant('a sealed poem');
  const hash = secrets.keepBytes('a private line', 'a private line');
  const row = {
    topicId: places.square,
    sequence: 2,
    inputType: 'message',
    agentId: 'witness',
    objectKey: key,
  };
  const ledger: JudgedRow[] = [
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
  return {
    journal: quietJournal(hash),
    secrets,
    poem,
    hash,
    ledger,
    traces,
    doors,
    agents,
    card: card as Record<string, unknown>,
    readings: [reading(15_000), reading(23_000)],
  };
}

type World = ReturnType<typeof quietWorld>;

export function found({ journal, secrets, ledger, traces, doors, agents, card, readings }: World): Finding[] {
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

export const hear = ({ journal }: World, body: string, asked = 'GET /v1/public/artifacts') =>
  void journal.receptions.push(reception(asked, body));

export function last({ readings }: World): Reading {
  const one = readings.at(-1);
  if (!one) throw new Error('there is no reading');
  return one;
}

/**
 * Success of a hostile resident, the change that causes it, and the expected finding: the check, and a part of
 * its message.
 */
export type DoctoredQuiet = [what: string, doctor: (world: World) => void, check: string, problem: string];
