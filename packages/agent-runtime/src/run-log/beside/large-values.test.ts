import { canonicalJson, type JsonObject, type JsonValue, sha256Hex } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyLog } from '../chain/verify-log.ts';
import { LogError } from '../record/log-error.ts';
import { preparedDraft, sampleLog, sampleStart } from '../testing/sample-log.ts';
import { checkedValue } from './checked-value.ts';
import { largestValueInLog, putBack, putNextTo } from './large-values.ts';

const start = { type: 'run.started', data: sampleStart() };

/** Writes data to a log and reads it back. */
function throughLog(prepared: JsonObject): {
  back: JsonValue;
  beside: ReadonlyMap<string, string>;
  line: string;
} {
  const [first, sealed] = sampleLog([start, preparedDraft(prepared)]);
  const lines = [first?.line ?? '', sealed?.line ?? ''];
  const record = verifyLog(lines).records[1];
  const beside = sealed?.beside ?? new Map<string, string>();
  const data = putBack(
    record?.data ?? {},
    checkedValue((sha256) => beside.get(sha256), 1),
  ) as JsonObject;
  return { back: data.prepared ?? null, beside, line: sealed?.line ?? '' };
}

const sha256Of = (text: string) => sha256Hex(new TextEncoder().encode(text));

describe('attachments', () => {
  test('stores a value above 32 kB as an attachment', () => {
    const text = 'x'.repeat(largestValueInLog);
    // The value reaches the limit exactly, including its name and braces.
    expect(throughLog({ text: text.slice('{"text":""}'.length) }).beside.size).toBe(0);
    const larger = throughLog({ text: `${text}x`, more: 1 });
    expect([...larger.beside]).toEqual([[sha256Of(`${text}x`), `${text}x`]]);
    expect(larger.back).toEqual({ text: `${text}x`, more: 1 });
    expect(larger.line.length).toBeLessThan(1_000);
    // The limit counts bytes, so a third of the characters suffices if each has three bytes.
    const wide = throughLog({ text: '世'.repeat(largestValueInLog / 3 + 1) });
    expect(wide.beside.size).toBe(1);
    expect(wide.back).toEqual({ text: '世'.repeat(largestValueInLog / 3 + 1) });
  });

  test('stores many small values as one attachment', () => {
    const list = Array.from({ length: 5_000 }, (_, index) => `item ${index}`);
    const { back, beside, line } = throughLog({ list });
    expect([back, beside.size, line.length < 1_000]).toEqual([{ list }, 1, true]);
  });

  test('user data never passes for an attachment reference', () => {
    const theirs: JsonValue[] = [
      { $beside: 'a'.repeat(64) },
      { $beside: 'a'.repeat(64), bytes: 1, form: 'text' },
      { $beside: { $beside: 1 } },
      { deep: [{ $beside: null, other: { $beside: 2 } }] },
      [[{ $beside: [] }]],
      '"$beside":',
      { '"$beside"': 1, $besides: 2 },
      { $beside: 'x'.repeat(40_000), list: ['y'.repeat(40_000)] },
      { list: Array.from({ length: 3_000 }, () => ({ $beside: 'no', n: 'some text' })) },
    ];
    for (const value of theirs) expect(throughLog({ value }).back).toEqual({ value });
  });

  test('any JSON survives as an attachment', () => {
    const name = fc
      .oneof(fc.constantFrom('$beside', 'form', 'bytes', 'a'), fc.string())
      .filter((each) => each !== '__proto__');
    const text = fc.oneof(
      { weight: 6, arbitrary: fc.string({ unit: 'grapheme' }) },
      { weight: 1, arbitrary: fc.integer({ min: 10_000, max: 40_000 }).map((length) => '界'.repeat(length)) },
    );
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        text,
        fc.integer(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (any) => {
        const { back, line } = throughLog({ any });
        expect(canonicalJson(back)).toBe(canonicalJson({ any }));
        expect(line.length).toBeLessThan(4 * largestValueInLog);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a value that is not what its record says', () => {
  const text = 'x'.repeat(40_000);
  const list = JSON.stringify(Array.from({ length: 9_000 }, (_, index) => index));
  const values = new Map(
    [text, list, ' []', '{"a":1,"a":2}', '['.repeat(300_000)].map((each) => [sha256Of(each), each]),
  );
  const reference = (of: string, changes: object = {}) => ({
    $beside: sha256Of(of),
    bytes: new TextEncoder().encode(of).length,
    form: 'json',
    ...changes,
  });
  const getCode = (value: JsonValue, find = (sha256: string) => values.get(sha256)) => {
    try {
      return putBack({ value }, checkedValue(find, 7)) && 'sound';
    } catch (error) {
      if (error instanceof LogError && error.seq === 7) return error.code;
      throw error;
    }
  };

  test('a missing, changed or misreferenced value is found', () => {
    expect(getCode(reference(list))).toBe('sound');
    expect(getCode(reference(text, { form: 'text' }))).toBe('sound');
    expect(getCode(reference(text), () => undefined)).toBe('missing_value');
    expect(getCode(reference(text, { form: 'text' }), () => `${text} `)).toBe('wrong_value');
    expect(getCode(reference(list, { bytes: 1 }))).toBe('wrong_value');
    // Text that claims to be JSON; JSON that is not canonical; JSON that two parsers read differently; no JSON,
    // and deep.
    for (const each of [text, ' []', '{"a":1,"a":2}', '['.repeat(300_000)])
      expect(getCode(reference(each))).toBe('wrong_value');
    for (const changes of [
      { form: 'yaml' },
      { form: null },
      { bytes: '1' },
      { $beside: 5 },
      { $beside: '../x' },
      { more: 1 },
    ])
      expect([changes, getCode(reference(list, changes) as JsonObject)]).toEqual([changes, 'invalid_data']);
    expect(getCode({ $beside: sha256Of(list) })).toBe('invalid_data');
  });

  test('references inside references, however many, end in a code', () => {
    let inner = '[]';
    const chain = new Map<string, string>();
    for (let level = 0; level < 5_000; level++) {
      chain.set(sha256Of(inner), inner);
      inner = canonicalJson([reference(inner)]);
    }
    chain.set(sha256Of(inner), inner);
    expect(getCode(reference(inner), (sha256) => chain.get(sha256))).toBe('invalid_data');
  });

  test('the same value twice lies there once', () => {
    const beside = new Map<string, string>();
    putNextTo({ one: text, other: { inner: [text] } }, beside);
    expect(beside.size).toBe(1);
  });
});
