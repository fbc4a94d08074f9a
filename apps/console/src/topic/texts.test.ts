import { modes } from '@agent-home/modes';
import { verificationCodes } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import en from '../i18n/en/topic.json';
import zh from '../i18n/zh/topic.json';
import { wordKey } from './word-key.ts';

type Texts = { [name: string]: string | Texts };

/** Plural forms differ by language: only the name before them counts. */
function names(texts: Texts, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${path}${name.replace(/_(zero|one|other)$/, '')}`]
      : names(value, `${path}${name}.`),
  );
}

/** What the source of the modes refuses with: codes as they stand in calls of `reject`, `refuse` and the like. */
const sources = import.meta.glob<string>('../../../../packages/modes/src/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const codePatterns = [
  /\breject\(\s*\w+,\s*'([a-z_]+)'/g,
  /\b(?:reason|refused|problem): '([a-z_]+)'/g,
  /\brefusal\('([a-z_]+)'/g,
  /\bdropProposals\(\s*\w+,\s*'([a-z_]+)'/g,
];
const reasons = new Set(
  Object.entries(sources)
    .filter(([path]) => !/\.test\.ts$|\/testing\//.test(path))
    .flatMap(([, source]) =>
      codePatterns.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[1] ?? '')),
    ),
);
const unread = [
  'too_large',
  'not_plain',
  'content_encoding',
  'unreadable',
  'malformed_json',
  'wrong_ids',
  'unknown_author',
];

describe('the texts of the topic page', () => {
  it('are there in both languages', () => {
    expect(new Set(names(zh))).toEqual(new Set(names(en)));
  });

  it('have a sentence for every reason that a mode gives', () => {
    expect(reasons.size).toBeGreaterThan(60);
    for (const reason of [...reasons, ...unread])
      expect([reason, Object.hasOwn(en.reason, reason)]).toEqual([reason, true]);
  });

  it('have a name for every mode, and a sentence for every way in which an object fails', () => {
    for (const { name } of modes) expect([name, Object.hasOwn(en.mode, name)]).toEqual([name, true]);
    for (const code of verificationCodes) expect([code, Object.hasOwn(en.code, code)]).toEqual([code, true]);
  });
});

describe('the words for a name from outside', () => {
  const cases: [name: string | undefined, keys: string[]][] = [
    ['too_late', ['reason.too_late', 'reason.other']],
    [undefined, ['reason.other']],
    ['constructor', ['reason.other']],
    ['__proto__', ['reason.other']],
    ['a.b', ['reason.other']],
    ['common:nav', ['reason.other']],
    ['', ['reason.other']],
  ];
  it.each(cases)('%j', (name, keys) => {
    expect(wordKey('reason', name)).toEqual(keys);
  });

  it('an unknown reason is shown as not accepted', () => {
    expect(en.reason.other).toBe('not accepted');
  });
});
