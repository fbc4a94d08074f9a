import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { closed } from './closed.ts';
import { lenient } from './lenient.ts';
import { readAs } from './read-as.ts';

const written = z.object({
  id: readAs(z.string(), z.string().regex(/^[a-z]+$/)),
  list: z.array(z.object({ state: z.enum(['open', 'closed']), done: z.literal(true) })),
  heads: z.record(z.string(), z.object({ version: z.int() })),
  next: z.string().optional(),
  role: z.string().nullable(),
});
const answer = {
  id: 'hall',
  list: [{ state: 'open', done: true }],
  heads: { 'a/b': { version: 1 } },
  role: null,
};
const newer = {
  id: 'hall',
  added: { deep: [1] },
  list: [{ state: 'paused', done: false, added: 'x' }],
  heads: { 'a/b': { version: 1, added: true } },
  next: null,
};

describe('an answer read leniently', () => {
  test('is what it was where the contract has not changed', () => {
    expect(lenient(written).parse(answer)).toEqual(answer);
  });

  test('keeps unknown fields at every depth, and new words', () => {
    expect(lenient(written).parse(newer)).toEqual(newer);
  });

  test('still refuses values that the reader cannot use', () => {
    const refused = [
      { ...answer, id: '../up' },
      { ...answer, list: [{ state: 'open' }] },
      { ...answer, heads: { 'a/b': { version: 'one' } } },
      { ...answer, list: Array(1_001).fill({ state: 'open', done: true }) },
    ];
    for (const one of refused) expect(lenient(written).safeParse(one).success).toBe(false);
  });

  test('leaves the schema that is written by as it was', () => {
    lenient(written);
    expect(written.safeParse({ ...answer, id: '../up' }).success).toBe(true);
  });
});

describe('an answer held closed', () => {
  test('is what the contract says', () => {
    expect(closed(written).parse(answer)).toEqual(answer);
  });

  test('has no field more, at any depth', () => {
    const refused = [
      { ...answer, added: 1 },
      { ...answer, list: [{ state: 'open', done: true, added: 1 }] },
      { ...answer, heads: { 'a/b': { version: 1, added: 1 } } },
      { ...answer, next: null },
    ];
    for (const one of refused) expect(closed(written).safeParse(one).success).toBe(false);
  });

  test('stays open where the contract says that it is', () => {
    const grant = z.object({ grant: z.looseObject({ type: z.string() }) });
    expect(closed(grant).safeParse({ grant: { type: 'topic_read', topic_id: 'hall' } }).success).toBe(true);
    expect(closed(grant).safeParse({ grant: { type: 'topic_read' }, added: 1 }).success).toBe(false);
  });
});
