import type { Finding, JudgedRow } from './evidence.ts';
import { groupBy } from './group-by.ts';
import { excerpt } from './judged-once.ts';

const check = 'turns once';

/** Keys of lines that belong to a turn, in every mode with turns. */
export const turnOfKey = /\/messages\/[^/]+\/((?:turn|beat)_\d+)_\d+\.json$/;

/** Requires one accepted line per turn from any author, one end per window, and entry numbers without a gap. */
export function turnsOnce(ledger: readonly JudgedRow[]): Finding[] {
  return [...groupBy(ledger, ({ topicId }) => topicId)].flatMap(([topicId, rows]) => [
    ...gaps(topicId, rows),
    ...linesInTurns(topicId, rows),
    ...windows(topicId, rows),
  ]);
}

function gaps(topicId: string, rows: JudgedRow[]): Finding[] {
  const sequences = rows.map(({ sequence }) => sequence).sort((one, other) => one - other);
  const at = sequences.findIndex((sequence, index) => sequence !== index + 1);
  if (at < 0) return [];
  return [{ check, subject: topicId, problem: `the entry after ${at} has number ${sequences[at]}` }];
}

function linesInTurns(topicId: string, rows: JudgedRow[]): Finding[] {
  const lines = rows.flatMap((row) => {
    const turn = row.inputType === 'message' && turnOfKey.exec(row.objectKey ?? '')?.[1];
    return turn && row.outcome === 'accepted' ? [{ turn, row }] : [];
  });
  return [...groupBy(lines, ({ turn }) => turn)].flatMap(([turn, said]) => {
    if (said.length < 2) return [];
    const detail = said.map(({ row }) => excerpt(row));
    return [{ check, subject: `${topicId} ${turn}`, problem: `was taken ${said.length} times`, detail }];
  });
}

function windows(topicId: string, rows: JudgedRow[]): Finding[] {
  const deadlines = rows.filter(({ inputType }) => inputType === 'deadline');
  // Votes on proposals that were judged at the same moment end at the same moment, each with its own deadline.
  const mayEndTogether = rows[0]?.bodyText?.includes('"mode":"daily_checkin"');
  return [...groupBy(deadlines, ({ bodyText }) => bodyText ?? '')].flatMap(([deadline, ended]) => {
    const notDue = ended.filter(({ outcome }) => outcome !== 'accepted');
    const problems = [
      ...(ended.length > 1 && !mayEndTogether ? [`ended ${ended.length} times`] : []),
      ...(notDue.length > 0 ? ['was put in when it was not due'] : []),
    ];
    const detail = ended.map(excerpt);
    return problems.map((problem) => ({ check, subject: `${topicId} ${deadline}`, problem, detail }));
  });
}
