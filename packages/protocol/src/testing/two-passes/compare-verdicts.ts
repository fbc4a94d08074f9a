import { expect } from 'vitest';
import type { VerificationCode } from '../../cert/verification-error.ts';
import { verifyCertified } from '../../cert/verify.ts';
import { certified, certifiedKinds } from '../certified-objects.ts';
import { examples } from '../example-objects.ts';
import { getCode } from '../expect-code.ts';
import { readAt, trust } from '../home.ts';
import { damaged, drawFrom, spellJson } from '../spell-json.ts';
import { encoder } from '../verify-support.ts';
import { verifyTwice } from './read-twice.ts';

/** Compares the verdicts of one pass and of two for this many texts of each certified kind: whole, respelt and damaged. */
export function compareVerdicts(texts: number): Map<VerificationCode | 'accepted', number> {
  const told = new Map<VerificationCode | 'accepted', number>();
  for (const kind of certifiedKinds) {
    const { bytes, object } = certified(kind);
    for (let seed = 0; seed < texts; seed++) {
      const draw = drawFrom(seed);
      const spelt = encoder.encode(
        spellJson(object, draw, [Number.POSITIVE_INFINITY, 300, 40][seed % 3] ?? 1),
      );
      const sent = seed % 4 === 0 ? damaged(bytes, draw) : spelt;
      const request = {
        bytes: sent,
        objectKey: examples[kind].key,
        kind,
        trust,
        now: readAt,
        seen: undefined,
      };
      const code = getCode(() => verifyCertified(request));
      expect(code, `${kind}, seed ${seed}`).toBe(getCode(() => verifyTwice(request)));
      told.set(code, (told.get(code) ?? 0) + 1);
    }
  }
  return told;
}
