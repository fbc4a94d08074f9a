import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../testing/processor-time.ts';
import { unpackGzip } from '../testing/unpack-gzip.ts';
import { encodedForms } from './encoded-forms.ts';
import { SecretFilter } from './secret-filter.ts';
import { SecretSearch } from './secret-search.ts';

const secret = 'sk-live-Qj3nV8xTz0aPw5LrKd7H';
const search = new SecretSearch([{ name: 'vault://key', value: secret }], unpackGzip);

const hostile: Record<string, string> = {
  words: 'word another word of prose, and 12 numbers 3 4 5\n',
  'one word': 'QUFB',
  zeros: '0',
  'escape sequences': '\u001b[',
  'commands to a terminal': '\u001b]0;',
  'lines of a dump': '00000010  41 41 41 41 41 41 41 41  41 41 41 41 41 41 41 41  |AAAAAAAAAAAAAAAA|\n',
  numbers: '65, ',
  'beginnings of gzip': 'H4sIAAAAAAAAAAAAAAA \n',
  'zero bytes': 'A\0',
  'line ends': '\n',
  'beginnings of a secret': secret.slice(0, 15),
  'long lines': `${'A'.repeat(70)}\n`,
};

describe('the time of the search', () => {
  test('grows in time with the length of the text alone', () => {
    for (const part of Object.values(hostile)) {
      const size = 256 * 1024;
      const text = part.repeat(Math.ceil(size / part.length)).slice(0, size);
      search.replace(text);
      const once = processorMs(() => search.replace(text));
      const four = processorMs(() => search.replace(text.repeat(4)));
      // Guards against quadratic time: four times the text takes about four times as long.
      expect(four).toBeLessThan(12 * Math.max(once, 15));
      expect(once).toBeLessThan(500);
    }
  }, 120_000);

  test('costs a small multiple of the filter', () => {
    const filter = new SecretFilter(encodedForms(secret));
    const text = readFileSync(new URL('../../../../../docs/threat-model.md', import.meta.url), 'utf8').repeat(
      20,
    );
    const least = processorMs(() => filter.mayFind(text));
    expect(processorMs(() => search.replace(text))).toBeLessThan(15 * least + 10);
  });

  test('unpacks a bomb of gzip to a limit', () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64');
    const time = processorMs(() => search.replace(`${bomb} ${bomb} ${bomb}`));
    expect(time).toBeLessThan(1_000);
  });
});
