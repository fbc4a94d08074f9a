import type { Journal } from '../journal/journal.ts';
import type { Sighting } from '../journal/records.ts';
import type { Finding } from './evidence.ts';
import { groupBy } from './group-by.ts';

const check = 'versions forward';

/**
 * Requires that repeated reads of an object return neither an older version nor the same version with other
 * bytes, and that a named entry exists.
 */
export function versionsForward({
  sightings,
  missingEntries,
}: Pick<Journal, 'sightings' | 'missingEntries'>): Finding[] {
  const perKey = groupBy(sightings, ({ key }) => key);
  return [
    ...[...perKey].flatMap(([key, seen]) => [...backwards(key, seen), ...twoContents(key, seen)]),
    ...missingEntries.map((missing) => ({
      check,
      subject: missing.topicId,
      problem: `its state named entry ${missing.sequence} before that was in the bucket`,
      detail: missing,
    })),
  ];
}

/** Reports versions that go back between reads that did not overlap. */
function backwards(subject: string, seen: Sighting[]): Finding[] {
  const inOrder = [...seen].sort((one, other) => one.askedAt - other.askedAt);
  const ended = [...seen].sort((one, other) => one.answeredAt - other.answeredAt);
  const findings: Finding[] = [];
  let next = 0;
  let newest: Sighting | undefined;
  for (const sighting of inOrder) {
    for (let one = ended[next]; one && one.answeredAt < sighting.askedAt; one = ended[++next])
      if (!newest || one.version > newest.version) newest = one;
    if (newest && sighting.version < newest.version)
      findings.push({ check, subject, problem: 'went back', detail: { before: newest, after: sighting } });
  }
  return findings;
}

function twoContents(subject: string, seen: Sighting[]): Finding[] {
  return [...groupBy(seen, ({ version }) => String(version))].flatMap(([version, same]) => {
    const contents = [...groupBy(same, ({ sha256 }) => sha256).values()].map(([first]) => first);
    if (contents.length < 2) return [];
    return [{ check, subject, problem: `version ${version} was seen with two contents`, detail: contents }];
  });
}
