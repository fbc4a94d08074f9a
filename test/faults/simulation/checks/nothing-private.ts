import { createHash } from 'node:crypto';
import { collectDisguises, unpacked } from '../hostile/disguises.ts';
import type { Secrets } from '../hostile/secrets.ts';
import type { Reception } from '../journal/hostile-records.ts';
import type { Journal } from '../journal/journal.ts';
import type { Finding } from './evidence.ts';

const check = 'nothing private';
const hashes = /\b[0-9a-fA-F]{64}\b|(?<![\w-])[\w-]{43}(?![\w-])/g;

type Heard = Pick<Journal, 'receptions' | 'guesses'>;

/**
 * Searches every response to the hostile resident or an anonymous reader. None may contain a marker of a private field, a token or
 * the hash of a private text, in any encoding. None may reveal if a guess at such a hash is right.
 */
export function nothingPrivate(journal: Heard, secrets: Secrets): Finding[] {
  const marks = collectDisguises(secrets.mark);
  const known = secrets.texts().map(([text, name]) => ({ name, bytes: Buffer.from(text) }));
  const seen = new Map<string, string[]>();
  return journal.receptions.flatMap((reception) => {
    const leaks = collectLeaks(reception);
    return [...leaks, ...oraclesIn(reception, journal.guesses)].map((problem) => {
      const { who, production, asked, at, status } = reception;
      return { check, subject: `${who} (${production})`, problem, detail: { asked, at, status } };
    });
  });

  function collectLeaks({ head, body }: Reception): string[] {
    // The same response is frequent, so results are cached.
    const name = createHash('sha256')
      .update(head.replace(/^date: .*$/im, ''))
      .update(body)
      .digest('hex');
    const before = seen.get(name);
    if (before) return before;
    const found = [Buffer.from(head, 'latin1'), ...unpacked(body, head)].flatMap((bytes, index) => {
      const where = index < 2 ? '' : ', packed';
      return [
        ...marks.flatMap(({ form, bytes: mark }) => {
          const at = bytes.indexOf(mark);
          if (at < 0) return [];
          const field = secrets.getField(bytes.subarray(at, at + 60).toString('latin1'));
          return [`was told ${field} (${form}${where})`];
        }),
        ...known.flatMap(({ name: of, bytes: text }) =>
          bytes.includes(text) ? [`was told ${of}${where}`] : [],
        ),
        ...[...bytes.toString('latin1').matchAll(hashes)].flatMap(([hash]) => {
          const of = secrets.hashName(hash);
          return of === undefined ? [] : [`was told the hash of ${of}`];
        }),
      ];
    });
    const leaks = [...new Set(found)];
    seen.set(name, leaks);
    return leaks;
  }
}

/** Returns the guesses that a response confirms: a confirmation reveals private content. */
function oraclesIn({ asked, body, status }: Reception, guesses: Heard['guesses']): string[] {
  if (status !== 200 || !asked.includes('/tasks/')) return [];
  const text = body.toString();
  if (!text.includes('"hash_matches":true')) return [];
  const { artifacts = [] } = JSON.parse(text) as {
    artifacts?: { object_key: string; hash_matches?: boolean }[];
  };
  return artifacts.flatMap(({ object_key: key, hash_matches: isTrue }) =>
    guesses
      .filter((guess) => isTrue && guess.key === key)
      .map(({ of }) => `was told that its guess at the hash of ${of} is right`),
  );
}
