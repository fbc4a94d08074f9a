import type { JudgedRow } from './checks/evidence.ts';
import { isInTime } from './checks/judged-once.ts';
import type { Journal } from './journal/journal.ts';

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
