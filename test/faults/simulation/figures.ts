import type { JudgedRow } from './checks/evidence.ts';
import { isInTime } from './checks/judged-once.ts';
import type { Journal } from './journal/journal.ts';
import type { Household } from './residents/household.ts';
import type { HouseholdEvidence } from './residents/household-evidence.ts';

export function collectFigures(
  journal: Journal,
  ledger: readonly JudgedRow[],
  times: Record<string, number>,
): Record<string, number> {
  const { acts, approvals, mirrored, puts, grants, reads, receptions, attacks, sightings } = journal;
  const inputs = ledger.filter(({ inputType }) => inputType === 'message' || inputType === 'request');
  return {
    ...times,
    grants: grants.length,
    puts: puts.length,
    'put in time': puts.filter(isInTime).length,
    'outcome unknown': puts.filter(({ outcome }) => outcome === 'unknown').length,
    entries: ledger.length,
    accepted: inputs.filter(({ outcome }) => outcome === 'accepted').length,
    unreadable: inputs.filter(({ reason }) => reason === 'unreadable').length,
    topics: new Set(ledger.map(({ topicId }) => topicId)).size,
    'events told': reads.reduce((sum, { events }) => sum + events.length, 0),
    attacks: attacks.length,
    'hostile acts': acts.length,
    'hostile heard': receptions.length,
    killed: journal.blows.length,
    sightings: sightings.length,
    'runs mirrored': mirrored.length,
    'calls decided': approvals.length,
  };
}

/** Counts of what the residents of files did and met. */
export function householdFigures(
  { deaths, link, approver, moods, rollbacks }: Household,
  { runs, effects, counted, bells, messages, requests }: HouseholdEvidence,
): Record<string, number> {
  const count = (wanted: string) =>
    runs.reduce((sum, { records }) => sum + records.filter(({ type }) => type === wanted).length, 0);
  const ends = runs.map(({ records }) => String(records.at(-1)?.data.status ?? 'open'));
  return {
    runs: runs.length,
    'runs answered': ends.filter((end) => end === 'answered').length,
    'runs resumed': runs.filter(({ records }) => records.some(({ type }) => type === 'run.resumed')).length,
    'residents killed': deaths,
    'model faults': requests.filter(({ fault }) => fault !== undefined).length,
    'server moods': moods.length,
    'policy rollbacks': rollbacks,
    'tool calls': count('kairo.tool.invoke'),
    effects: effects.length + counted.length + bells.length,
    approvals: approver.manners.length,
    'mirror faults': link.faults.lost + link.faults['answers lost'] + link.faults.doubled,
    'messages of residents': messages.length,
  };
}
