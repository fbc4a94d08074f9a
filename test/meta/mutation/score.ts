import type { MutantResult } from '@stryker-mutator/api/core';

export interface Score {
  /** Mutants with a failed test or a timeout. */
  noticed: number;
  /** Number of tried mutants, those on lines without test coverage included. */
  tried: number;
  survivors: string[];
}

export function computeScore(results: readonly MutantResult[]): Score {
  const noticed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const survived = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  return { noticed, tried: noticed + survived.length, survivors: survived.map(describeMutant) };
}

export function addUp(scores: readonly Score[]): Score {
  const sum = (name: 'noticed' | 'tried') => scores.reduce((total, score) => total + score[name], 0);
  return {
    noticed: sum('noticed'),
    tried: sum('tried'),
    survivors: scores.flatMap(({ survivors }) => survivors),
  };
}

/** Returns the share of detected mutants in percent; 100 if none was tried. */
export const toPercent = ({ noticed, tried }: Score): number => (tried === 0 ? 100 : (100 * noticed) / tried);

export const describeScore = (score: Score): string =>
  `${toPercent(score).toFixed(1)} % of ${score.tried} mutants noticed, ${score.tried - score.noticed} survived`;

function describeMutant({ fileName, location, mutatorName, replacement = '', status }: MutantResult): string {
  const { line, column } = location.start;
  const instead = replacement.replaceAll(/\s+/g, ' ').slice(0, 100);
  return `${fileName}:${line}:${column} ${mutatorName} → ${instead}${status === 'NoCoverage' ? ' (no test comes here)' : ''}`;
}
