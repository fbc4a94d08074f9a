import type { MutantResult } from '@stryker-mutator/api/core';
import { describe, expect, it } from 'vitest';
import { addUp, computeScore, toPercent } from './score.ts';

const mutant = (status: MutantResult['status']): MutantResult => ({
  id: '1',
  fileName: 'a.ts',
  mutatorName: 'BooleanLiteral',
  replacement: 'false',
  location: { start: { line: 3, column: 7 }, end: { line: 3, column: 11 } },
  status,
});

describe('the score', () => {
  it('counts a line without tests as undetected', () => {
    const score = computeScore(
      (['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'] as const).map(mutant),
    );
    expect(score).toMatchObject({ noticed: 2, tried: 4 });
    expect(toPercent(score)).toBe(50);
    expect(score.survivors).toEqual([
      'a.ts:3:7 BooleanLiteral → false',
      'a.ts:3:7 BooleanLiteral → false (no test comes here)',
    ]);
  });

  it('several areas weigh each mutant the same', () => {
    const all = addUp([
      computeScore(['Killed', 'Killed', 'Killed'].map(() => mutant('Killed'))),
      computeScore([mutant('Survived')]),
    ]);
    expect(toPercent(all)).toBe(75);
    expect(toPercent(computeScore([]))).toBe(100);
  });
});
