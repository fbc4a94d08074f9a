import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodedForms } from './encoded-forms.ts';
import { scanPlain, scanUnbroken, scanUnescaped } from './scan-text.ts';
import { searchTable } from './search-table.ts';
import { SecretFilter } from './secret-filter.ts';
import { SecretSearch } from './secret-search.ts';

const letters = [...'ab%\\u0041n" \n\t/+=Zé界😀'];
const secret = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 8, maxLength: 40 })
  .filter((text) => text.trim().length >= 8);
const around = fc.string({ unit: fc.constantFrom(...letters), maxLength: 60 });

/** Forms in which a text returns: with white space between its letters, with escapes, or unchanged. */
const wrappings: ((text: string, seed: number) => string)[] = [
  (text) => text,
  (text, seed) =>
    [...text].map((letter, at) => (((seed >> (at % 30)) & 1) === 1 ? `${letter}\n` : letter)).join(''),
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.replace(/[\s\S]/g, escaped),
  // Escapes some of the characters, including white space.
  (text, seed) =>
    text.replace(/[\s\S]/gu, (letter, at: number) => {
      const part = letter.replace(/[\s\S]/g, escaped);
      return [letter, part, encodeURIComponent(letter), letter][(seed >> (at % 15)) & 3] ?? letter;
    }),
];

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

test('the filter misses nothing that a search finds', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 4 }),
      fc.tuple(around, around),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (secrets, [before, after], which, how, seed) => {
        const texts = secrets.flatMap((value, owner) => encodedForms(value).map((text) => ({ text, owner })));
        if (texts.length === 0) return;
        const table = searchTable(texts);
        const form = texts[which % texts.length]?.text ?? '';
        const wrapping = wrappings[how % wrappings.length] ?? String;
        const text = before + wrapping(form.toWellFormed(), seed) + after;
        const scans = [scanPlain(table, text), scanUnbroken(table, text), scanUnescaped(table, text)];
        if (!scans.some((scan) => scan.found.length > 0)) return;
        found += 1;
        expect(new SecretFilter(texts.map((one) => one.text)).mayFind(text)).toBe(true);
      },
    ),
    { numRuns: 3_000 },
  );
  expect(found).toBeGreaterThan(1_000);
});

test('the filter sees of most texts that no secret is in them', () => {
  const filter = new SecretFilter(encodedForms('sk-live-Qj3nV8xTz0aPw5LrKd7H'));
  const words = Array.from(
    { length: 500 },
    (_, at) => `line ${at}: 50% of "it\\n" is done in src/file-${at}.ts`,
  );
  expect(words.filter((text) => filter.mayFind(text))).toEqual([]);
});

test('finds a secret at any place of a long text', () => {
  const key = 'sk-live-Qj3nV8xTz0aPw5LrKd7H';
  const filter = new SecretFilter(encodedForms(key));
  const escaped = key.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  for (let pieces = 1; pieces <= 2; pieces++)
    for (let offset = -60; offset <= 20; offset++) {
      const length = pieces * 16_384 + offset;
      const plain = [`${'q'.repeat(length)}${key}`, `${'q '.repeat(length)}${key} q`];
      const written = [`${'%71'.repeat(length)}${escaped}`, `${'q\\n'.repeat(length)}${escaped}%`];
      for (const [way, text] of [...plain, ...written].entries())
        expect([offset, way, filter.mayFind(text)]).toEqual([offset, way, true]);
      expect(filter.mayFind('q\\n'.repeat(length))).toBe(false);
      // Characters of two units and of two escapes are not split between pieces.
      expect(filter.mayFind(`${'😀'.repeat(length / 2)}q${'\\ud83d\\ude00'.repeat(1_400)}`)).toBe(false);
    }
});

test('finds a character at the border of two pieces', () => {
  const key = '😀界😀é-live-😀界😀é-key';
  const filter = new SecretFilter(encodedForms(key));
  const escapes = key.replace(/[\s\S]/g, escaped);
  for (let offset = -80; offset <= 4; offset++) {
    const before = 'q'.repeat(16_384 + offset);
    for (const text of [`${before}${key}`, `${before}${escapes}`, `\\u0071${before}${escapes} 界`])
      expect([offset, filter.mayFind(text)]).toEqual([offset, true]);
  }
});

test('finds each piece of a long secret', () => {
  const key = `k${'😀'.repeat(150)}`;
  const search = new SecretSearch([{ name: 'vault://key', value: key }]);
  expect(search.replace(`before ${key} after`)).toBe('before [secret vault://key] after');
  // A text with half a surrogate pair is searched whole.
  expect(search.replace(`\ud83d ${key}`)).toContain('[secret vault://key]');
});
