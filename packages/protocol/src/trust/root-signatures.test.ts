import { describe, expect, it } from 'vitest';
import { rootSet } from '../testing/home.ts';
import { testSigner } from '../testing/signers.ts';
import { allSignaturesHold, meetsThreshold, signAsRoot } from './root-signatures.ts';

type Signed = Parameters<typeof meetsThreshold>[0];
const content = { kind: 'platform_keys', version: 1 };
const signedBy = (...names: string[]) => signAsRoot(content, names.map(testSigner)) as Signed;
const two = rootSet(1, ['root a', 'root b', 'root c'], { threshold: 2 });

describe('the signatures of the roots', () => {
  it('are counted by key, and those of strangers are not', () => {
    expect(meetsThreshold(signedBy('root a', 'root b'), two)).toBe(true);
    expect(meetsThreshold(signedBy('root a'), two)).toBe(false);
    expect(meetsThreshold(signedBy('root a', 'root a'), two)).toBe(false);
    expect(meetsThreshold(signedBy('root a', 'stranger'), two)).toBe(false);
    expect(allSignaturesHold(signedBy('root a', 'stranger'), two)).toBe(false);
    expect(allSignaturesHold(signedBy('root a', 'root c'), two)).toBe(true);
  });

  it('one key under two names is no second one', () => {
    const [first, second] = two.keys;
    const doubled = { ...two, keys: [first, { ...second, public_key: first?.public_key }] } as typeof two;
    const document = signedBy('root a');
    const [signature] = document.signatures;
    const twice = {
      ...document,
      signatures: [signature, { ...signature, key_id: second?.key_id }],
    } as Signed;
    expect(meetsThreshold(twice, doubled)).toBe(false);
    expect(allSignaturesHold(twice, doubled)).toBe(false);
  });

  it('that are no signatures count for nothing', () => {
    const document = signedBy('root a', 'root b');
    for (const signature of ['', 'A', 'not base64!', 'AAAA']) {
      const signatures = document.signatures.map((good, index) =>
        index === 0 ? { ...good, signature } : good,
      );
      expect(meetsThreshold({ ...document, signatures }, two)).toBe(false);
      expect(allSignaturesHold({ ...document, signatures }, two)).toBe(false);
    }
  });
});
