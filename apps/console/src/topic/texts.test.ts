import { modes, type ReasonGiver, reasonCodes, reasons } from '@agent-home/modes';
import { verificationCodes } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import en from '../i18n/en/topic.json';
import type { TopicWords } from '../i18n/words/topic-words.ts';
import zh from '../i18n/zh/topic.json';
import { wordKey } from './words/word-key.ts';

type Texts = { [name: string]: string | Texts };

/** Plural forms differ by language: only the name before them counts. */
function names(texts: Texts, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${path}${name.replace(/_(zero|one|other)$/, '')}`]
      : names(value, `${path}${name}.`),
  );
}

/** Texts in addition to codes: for a verdict without one, and for an unknown one. */
const fallbacks = ['none', 'other'];
const topicReasons = reasonCodes.filter((code) => {
  const givers: readonly ReasonGiver[] = reasons[code].by;
  return givers.some((giver) => giver !== 'circle');
});

describe('the texts of the topic page', () => {
  it('are there in both languages', () => {
    expect(new Set(names(zh))).toEqual(new Set(names(en)));
  });

  it('every reason of a mode has a sentence', () => {
    expect(topicReasons.length).toBeGreaterThan(60);
    for (const { reason } of [en, zh])
      expect(Object.keys(reason).sort()).toEqual([...topicReasons, ...fallbacks].sort());
  });

  it('do not compile without the sentence of a reason', () => {
    const { too_late: _, ...rest } = en.reason;
    // @ts-expect-error one sentence is missing
    const incomplete: TopicWords['reason'] = rest;
    expect(incomplete.too_late).toBeUndefined();
  });

  it('have a name for every mode and a text for every fault', () => {
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
