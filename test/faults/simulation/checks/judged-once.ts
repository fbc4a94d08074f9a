import type { Journal } from '../journal/journal.ts';
import type { PutRecord } from '../journal/records.ts';
import type { Finding, JudgedRow } from './evidence.ts';
import { groupBy } from './group-by.ts';

const check = 'judged once';

/**
 * Time that judging may take. A verdict is dated when its transaction begins, and it also consumes a right that was requested
 * before the commit.
 */
export const judgingMs = 2_500;

/**
 * Requires every object written in time at a granted key to be in a ledger, and no other object. Its bytes are those of its author,
 * and it is judged no more often than it was granted and written.
 */
export function judgedOnce(journal: Journal, ledger: readonly JudgedRow[]): Finding[] {
  const entries = groupBy(
    ledger.filter(({ inputType }) => inputType === 'message' || inputType === 'request'),
    ({ objectKey }) => objectKey ?? '',
  );
  const puts = groupBy(
    journal.puts.filter(({ how }) => how !== 'out of turn'),
    ({ key }) => key,
  );
  return [
    ...[...puts].flatMap(([key, written]) => unjudged(key, written, entries.get(key) ?? [])),
    ...[...entries].flatMap(([key, judged]) => [
      ...unwritten(key, judged, puts.get(key) ?? []),
      ...tooOften(journal, key, judged, puts.get(key) ?? []),
    ]),
    ...ledger.flatMap((entry) => foreignReveal(journal, entry)),
  ];
}

/** Returns true if this write has to be in a ledger: it was acknowledged while its right was still valid. */
export function isInTime({ outcome, endedAt, notAfter }: PutRecord): boolean {
  return outcome === 'stored' && notAfter !== undefined && endedAt < notAfter;
}

/** Returns writes in time without a verdict. A verdict on the key consumes the right, for these bytes or others. */
function unjudged(key: string, written: PutRecord[], judged: JudgedRow[]): Finding[] {
  return written.flatMap((put) => {
    if (!isInTime(put)) return [];
    // The same bytes in the same second are the same object to the store, so only those need no second verdict.
    const isRepeat = written.some((other) => other.id < put.id && other.text === put.text);
    const since = isRepeat ? 0 : put.grantAskedAt - judgingMs;
    if (judged.some(({ judgedAt }) => judgedAt.getTime() >= since)) return [];
    const problem = 'was written in time and acknowledged, and is in no ledger';
    return [{ check, subject: key, problem, detail: { put, judged: judged.map(excerpt) } }];
  });
}

function unwritten(key: string, judged: JudgedRow[], written: PutRecord[]): Finding[] {
  const possible = written.filter(({ outcome }) => outcome !== 'refused');
  return judged.flatMap((entry) => {
    const text = entry.bodyText;
    const matches = text === null ? possible.length > 0 : possible.some((put) => put.text === text);
    if (matches) return [];
    const problem = 'is in a ledger with bytes that nobody wrote with a right to';
    return [{ check, subject: key, problem, detail: { entry: excerpt(entry), written } }];
  });
}

/** Requires a revealed text to be the one that its author wrote. */
function foreignReveal({ puts }: Journal, entry: JudgedRow): Finding[] {
  const { inputType, agentId, bodyText, topicId, sequence } = entry;
  // The topic's own secret is revealed as well, without an author.
  if (inputType !== 'reveal' || agentId === null || bodyText === null) return [];
  const { text } = JSON.parse(bodyText) as { text?: string };
  const isWritten = puts.some((put) => put.agentId === agentId && put.text === text);
  if (isWritten) return [];
  const problem = 'reveals what its author never wrote';
  return [{ check, subject: `${topicId} ${sequence}`, problem, detail: excerpt(entry) }];
}

function tooOften(journal: Journal, key: string, judged: JudgedRow[], written: PutRecord[]): Finding[] {
  const writes = written.filter(({ outcome }) => outcome !== 'refused').length;
  const granted = journal.grants.filter(
    ({ keys, outcome }) => outcome === 'granted' && keys.some((one) => one.key === key),
  ).length;
  const [first] = written;
  // A lost response may have granted the key as well.
  const unknown = journal.grants.filter(
    ({ agentId, topicId, outcome }) =>
      outcome === 'unknown' && agentId === first?.agentId && topicId === first.topicId,
  ).length;
  const most = Math.min(writes, granted + unknown);
  const accepted = judged.filter(({ outcome }) => outcome === 'accepted').length;
  const bodies = judged.flatMap(({ bodyText }) => bodyText ?? []);
  const again = bodies.filter((text, index) => bodies.indexOf(text) < index);
  const repeated = again.filter((text) => written.filter((put) => put.text === text).length < 2);
  const problems = [
    ...(judged.length > most
      ? [
          `is judged ${judged.length} times: written ${writes}, granted ${granted} to ${granted + unknown} times`,
        ]
      : []),
    ...(accepted > 1 ? [`was accepted ${accepted} times`] : []),
    ...(repeated.length > 0 ? ['the same write is judged twice'] : []),
  ];
  return problems.map((problem) => ({
    check,
    subject: key,
    problem,
    detail: { judged: judged.map(excerpt), written },
  }));
}

export function excerpt({
  topicId,
  sequence,
  inputType,
  objectKey,
  outcome,
  reason,
  judgedAt,
  bodyText,
}: JudgedRow) {
  return { topicId, sequence, inputType, objectKey, outcome, reason, judgedAt, bodyText };
}
