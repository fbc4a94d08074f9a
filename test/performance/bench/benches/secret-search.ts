import { createHash } from 'node:crypto';
import { SecretSearch } from '@agent-home/agent-runtime/policy';
import { type Bench, ratePerSecond } from '../measure.ts';

const random = (seed: string) => createHash('sha512').update(seed).digest('base64url');

/** Realistic keys: no two start alike. */
const secrets = Array.from({ length: 50 }, (_, index) => ({
  name: `vault://secret-${index}`,
  value: `sk-${random(`secret ${index}`).slice(0, 40)}`,
}));

/** Returns a megabyte of typical tool output: words, numbers, paths, occasional percent signs and escapes. */
function output(length: number): string {
  const lines: string[] = [];
  for (let line = 0, size = 0; size < length; line++) {
    const text = `${line}: src/${random(`${line}`).slice(0, 12)}.ts is ${line % 100}% done, "it\\n" says ${'so on and on '.repeat(4)}`;
    lines.push(text);
    size += text.length + 1;
  }
  // Decoded from bytes, as outputs are, because V8 reads concatenated strings far slower.
  return Buffer.from(lines.join('\n')).toString('latin1', 0, length);
}

/** Searches a text of a megabyte for fifty secrets, in all their encodings. */
export const secretSearch: Bench = {
  name: 'secret_search',
  unit: 'MB/s',
  floorName: 'indexOf of each secret as it is',
  target: { atLeast: 0.5 },
  pairs: { full: 9, short: 1 },
  async open({ short }) {
    const count = short ? 2 : 20;
    const text = output(1024 * 1024);
    const search = new SecretSearch(secrets);
    return {
      value: () =>
        ratePerSecond(count, () => {
          for (let turn = 0; turn < count; turn++)
            if (search.replace(text) !== text) throw new Error('found what is not there');
        }),
      floor: () =>
        ratePerSecond(count, () => {
          for (let turn = 0; turn < count; turn++)
            for (const { value } of secrets)
              if (text.indexOf(value) >= 0) throw new Error('found what is not there');
        }),
      close: async () => {},
    };
  },
};
