import { expect, test } from 'vitest';
import en from '../i18n/en/glossary.json';
import zh from '../i18n/zh/glossary.json';
import { termGroups } from './terms.ts';

test('every linked term is explained in both languages', () => {
  const names = Object.values(termGroups).flat() as string[];
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(en.term).toSorted()).toEqual(names.toSorted());
  expect(Object.keys(zh.term).toSorted()).toEqual(names.toSorted());
  for (const { word, means } of [...Object.values(en.term), ...Object.values(zh.term)])
    expect([word.trim().length > 0, means.trim().length > 10], word).toEqual([true, true]);
});
