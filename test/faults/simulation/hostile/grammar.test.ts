import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { getStream } from '../plan/streams.ts';
import { grammar } from './grammar/grammar.ts';
import { getDeck } from './grammar/production.ts';

const drawn = (seed: number, count: number) => {
  const draw = getDeck(grammar, getStream(seed, 'hostile deck'));
  return Array.from({ length: count }, () => {
    const { production, drawn: what } = draw();
    return { production, what };
  });
};

describe('the grammar of a hostile resident', () => {
  test('a hostile resident’s acts come from the seed', () => {
    expect(drawn(7, 300)).toEqual(drawn(7, 300));
    expect(drawn(7, 300)).not.toEqual(drawn(8, 300));
    expect(JSON.parse(JSON.stringify(drawn(7, 300))).length).toBe(300);
    // A life of about two hundred acts includes every production.
    const seen = new Set(
      drawn(
        7,
        grammar.reduce((sum, { weight }) => sum + weight, 0),
      ).map(({ production }) => production),
    );
    expect([...seen].toSorted()).toEqual(grammar.map(({ name }) => name).toSorted());
    expect(new Set(grammar.map(({ name }) => name)).size).toBe(grammar.length);
  });

  test('twenty seeds cover every odd write and URL', async () => {
    const all = JSON.stringify([...Array(20).keys()].flatMap((seed) => drawn(seed + 1, 300)));
    for (const way of ['symlink', 'copy', 'append', 'multipart', 'unfinished', 'late multipart'])
      expect(all.includes(`"way":"${way}"`), way).toBe(true);
    for (const odd of [
      '\\u0000',
      '\\u0001',
      '\u007f',
      '../',
      '//',
      'trailing/',
      '\\n',
      '%00',
      '\u202e',
      '\ufdfa',
    ])
      expect(all.includes(odd), odd).toBe(true);
    for (const trimming of [
      'content-encoding',
      'x-oss-storage-class',
      'x-oss-object-acl',
      'x-oss-tagging',
      'x-oss-meta',
    ])
      expect(all.includes(trimming), trimming).toBe(true);
    for (const change of ['key', 'method', 'subresource', 'expires', 'header', 'token'])
      expect(all.includes(`"change":"${change}"`), change).toBe(true);
    // Acts must not draw while they run, because the seed would then no longer determine the next ones.
    for (const family of ['store', 'reaching', 'api', 'asking', 'text', 'timing', 'url', 'door']) {
      const source = await readFile(new URL(`./grammar/${family}-acts.ts`, import.meta.url), 'utf8');
      expect(/Math\.random|randomBytes|randomUUID/.test(source), family).toBe(false);
    }
  });
});
