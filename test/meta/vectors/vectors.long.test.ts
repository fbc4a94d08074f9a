import { readdirSync, readFileSync } from 'node:fs';
import { modeDenialCodes, verificationCodes } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { VectorCase } from './form/vector.ts';
import { vectorKinds } from './kinds.ts';
import { computeDifference, getFileName, vectorsFolder, wantedFiles } from './vector-files.ts';

const textIn = (name: string) => readFileSync(new URL(name, vectorsFolder), 'utf8');
const jsonFiles = readdirSync(vectorsFolder).filter((name) => name.endsWith('.json'));

const casesIn = (name: string) => (JSON.parse(textIn(name)) as { cases: VectorCase[] }).cases;

const jsonCodes = [
  ...['too_large', 'invalid_utf8', 'syntax', 'duplicate_key', 'too_deep', 'unsafe_number'],
  ...['lone_surrogate', 'forbidden_key'],
];
const signatureCodes = [
  ...['signature_missing', 'signature_invalid', 'signature_expired', 'wrong_authority', 'unknown_key'],
  'content_digest_mismatch',
];
/** Codes that the vectors express in another way: a forked history is an output of ledger readings. */
const elsewhere: ReadonlySet<string> = new Set(['forked_history']);

describe('the vectors', () => {
  it('our implementation judges every published case as its file says', async () => {
    for (const kind of vectorKinds) {
      const cases = casesIn(getFileName(kind));
      expect(cases.length).toBeGreaterThan(0);
      for (const stated of cases) {
        const difference = computeDifference(stated, await kind.judge(stated.input));
        expect([kind.kind, stated.name, difference]).toEqual([kind.kind, stated.name, undefined]);
      }
    }
  });

  it('a case differs by its code and by its output', () => {
    const stated = { expected: 'ok', output: { a: [1] } };
    expect(computeDifference(stated, { expected: 'ok', output: { a: [1] } })).toBeUndefined();
    expect(computeDifference(stated, { expected: 'stale' })).toBe('stale instead of ok');
    expect(computeDifference(stated, { expected: 'ok', output: { a: [2] } })).toBeDefined();
    expect(computeDifference(stated, { expected: 'ok' })).toBeDefined();
  });

  it('every refusal code of a reader has a vector', () => {
    const expected = new Set(jsonFiles.flatMap((name) => casesIn(name).map((each) => each.expected)));
    const missing = [...verificationCodes, ...jsonCodes, ...signatureCodes, ...modeDenialCodes].filter(
      (code) => !expected.has(code) && !elsewhere.has(code),
    );
    expect(missing).toEqual([]);
  });

  it('the published vectors equal the code’s output', async () => {
    const wanted = await wantedFiles();
    expect(jsonFiles.sort()).toEqual([...wanted.keys()].sort());
    for (const [name, text] of wanted) expect(textIn(name) === text, name).toBe(true);
  });

  it('every file of vectors has the one form', () => {
    for (const name of jsonFiles) {
      const file = JSON.parse(textIn(name)) as Record<string, unknown>;
      expect(Object.keys(file)).toEqual(['kind', 'description', 'cases']);
      expect(`${String(file.kind)}.json`).toBe(name);
      for (const each of file.cases as Record<string, unknown>[]) {
        const { output: _, ...rest } = each;
        expect(Object.keys(rest)).toEqual(['name', 'input', 'expected']);
        expect(each.expected).toMatch(/^[a-z][a-z0-9_]*$/);
      }
    }
  });
});
