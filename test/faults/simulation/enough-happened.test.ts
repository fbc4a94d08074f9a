import { describe, expect, test } from 'vitest';
import { enoughHappened, isLively } from './checks/enough-happened.ts';
import { enoughInAll, neededFigures } from './checks/enough-in-all.ts';
import type { JudgedRow } from './checks/evidence.ts';
import { Journal } from './journal/journal.ts';
import type { PutRecord } from './journal/records.ts';
import { makePlan, type Plan } from './plan/make-plan.ts';

const plan = makePlan({ seed: 1, topics: 14, agents: 8, seconds: 10, hostile: false });

/** Journal with one write in every mode, at a key of a turn if the mode has turns. */
function fullLife({ topicList, agentList }: Plan) {
  const journal = new Journal();
  const rows: JudgedRow[] = [];
  for (const { name, mode, cast } of topicList) {
    const honest = cast.find((agentId) => agentList.some((one) => one.agentId === agentId && !one.hostile));
    journal.openings.push({ topicId: name, mode });
    const agentId = honest ?? '';
    const objectKey = `topics/${name}/messages/${agentId}/turn_000001_0001.json`;
    journal.puts.push(getPut(journal, agentId, name, objectKey, 'plain'));
    journal.entries.push({ topicId: name, sequence: 2, outcome: 'accepted', objectKey });
    rows.push({
      topicId: name,
      sequence: 2,
      inputType: 'message',
      agentId,
      objectKey,
      outcome: 'accepted',
      reason: null,
      header: '',
      bodyText: '{}',
      judgedAt: new Date(1),
    });
  }
  const hostile = agentList.find((one) => one.hostile)?.agentId ?? '';
  journal.puts.push(getPut(journal, hostile, 'any', 'any', 'garbage'));
  journal.attacks.push({ agentId: hostile, what: 'replayed a request', at: 1, refused: true, answer: '401' });
  journal.blows.push({ part: 'api', at: 1 });
  journal.sightings.push({ key: 'k', version: 1, sha256: 'a', askedAt: 1, answeredAt: 2 });
  for (const { agentId } of agentList) {
    journal.reads.push({ agentId, askedAt: 1, answeredAt: 2, after: false, events: [] });
    journal.acknowledgements.push({ agentId, askedAt: 3, answeredAt: 4, eventIds: [], outcome: 'done' });
  }
  return { journal, rows };
}

function getPut(journal: Journal, agentId: string, topicId: string, key: string, how: string): PutRecord {
  const moments = { grantAskedAt: 0, startedAt: 1, endedAt: 2, notAfter: 3 };
  return {
    id: journal.nextId(),
    agentId,
    topicId,
    key,
    grantId: 1,
    text: '{}',
    how,
    outcome: 'stored',
    ...moments,
  };
}

const takenAway: [what: string, take: (life: ReturnType<typeof fullLife>) => void, problem: string][] = [
  ['what the honest wrote', ({ journal }) => void journal.puts.splice(0, 1), 'no honest agent wrote in'],
  ['what the hostile wrote', ({ journal }) => void journal.puts.pop(), 'nobody wrote what nobody should'],
  ['every attack', ({ journal }) => void journal.attacks.pop(), 'nobody tried'],
  ['every death', ({ journal }) => void journal.blows.pop(), 'no process died'],
  ['every look at the bucket', ({ journal }) => void journal.sightings.pop(), 'nobody watched'],
  ['what one agent was told', ({ journal }) => void journal.reads.pop(), 'was told nothing'],
  ['what one agent consumed', ({ journal }) => void journal.acknowledgements.pop(), 'consumed nothing'],
  ['a mode', ({ rows }) => void rows.pop(), 'nothing was judged in'],
  [
    'what was accepted',
    ({ rows }) => {
      for (const row of rows.slice(4)) row.outcome = 'rejected';
    },
    'something was accepted in 4 modes alone',
  ],
  [
    'what was said in turns',
    ({ rows }) => {
      for (const row of rows) row.objectKey = 'topics/a/messages/b/000001.json';
    },
    'lines were said in turns in 0 modes alone',
  ],
];

describe('enough events', () => {
  test('a life with too few events fails', () => {
    const whole = fullLife(plan);
    expect(enoughHappened(whole.journal, whole.rows, plan)).toEqual([]);
    expect(isLively(whole.journal, plan)).toBe(true);
    for (const [what, take, problem] of takenAway) {
      const life = fullLife(plan);
      take(life);
      const problems = enoughHappened(life.journal, life.rows, plan).map((one) => one.problem);
      expect(problems, what).toEqual([expect.stringContaining(problem)]);
    }
    expect(isLively(new Journal(), plan)).toBe(false);
    for (const entry of whole.journal.entries) entry.outcome = 'rejected';
    expect(isLively(whole.journal, plan), 'stored, and too late').toBe(false);
  });

  test('seeds without one kind of fault fail', () => {
    const busy = Object.fromEntries(neededFigures.map((name) => [name, 1]));
    const quiet = Object.fromEntries(neededFigures.map((name) => [name, 0]));
    const seeds = [busy, quiet, quiet, quiet, quiet, quiet];
    expect(enoughInAll(seeds)).toEqual([]);
    for (const name of neededFigures) {
      const problems = enoughInAll([{ ...busy, [name]: 0 }, ...seeds.slice(1)]).map((one) => one.problem);
      expect(problems).toEqual([`had no ${name}`]);
    }
    expect(enoughInAll([quiet]), 'too few seeds to require it').toEqual([]);
  });
});
