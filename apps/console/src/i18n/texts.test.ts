import { describe, expect, it } from 'vitest';
import { texts as atOnceInEnglish } from './en/index.ts';
import { laterWords } from './lazy-texts.ts';
import { texts as atOnceInChinese } from './zh/index.ts';

type Texts = { [name: string]: string | Texts };

const later = async (language: keyof typeof laterWords): Promise<Record<string, Texts>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(laterWords[language]).map(
        async ([name, load]) => [name, (await load()).default] as const,
      ),
    ),
  );
const en: Record<string, Texts> = { ...atOnceInEnglish, ...(await later('en')) };
const zh: Record<string, Texts> = { ...atOnceInChinese, ...(await later('zh')) };

/** Plural forms differ by language: only the name before them counts. */
function names(texts: Texts, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${path}${name.replace(/_(zero|one|other)$/, '')}`]
      : names(value, `${path}${name}.`),
  );
}

const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe.each(Object.keys(en))('the texts of %s', (namespace) => {
  it('are there in both languages', () => {
    expect(new Set(names(zh[namespace] ?? {}))).toEqual(new Set(names(en[namespace] ?? {})));
  });
});

it('has every placeholder in both languages', () => {
  const flat = (texts: Texts, path = ''): [string, string][] =>
    Object.entries(texts).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[`${path}${name}`, value] as [string, string]]
        : flat(value, `${path}${name}.`),
    );
  const english = new Map(flat(en));
  const unequal = flat(zh).filter(([name, text]) => {
    const other = english.get(name);
    return other !== undefined && JSON.stringify(gaps(other)) !== JSON.stringify(gaps(text));
  });
  expect(unequal).toEqual([]);
});
