import { getResult } from '../measure.ts';
import type { RecordedResult, RunRecord } from './record-schema.ts';

/** Reasons why documents must not quote this record. */
export function recordProblems(record: RunRecord): string[] {
  const problems: string[] = [];
  if (record.short) problems.push('a short run is no measurement; run the bench without --short');
  if (record.commit.endsWith('-dirty') || record.commit === 'unknown')
    problems.push(`its commit is ${record.commit}; commit the changes and measure again`);
  return [...problems, ...record.results.flatMap(resultProblems)];
}

/** Computes the verdict and the medians again from the samples, so that an edited record is noticed. */
function resultProblems(result: RecordedResult): string[] {
  const quiet = result.samples.filter(({ busy }) => !busy).length;
  const samples = result.samples.map(({ value, floor, busy }) => ({
    value,
    floor,
    ...(busy ? { busy } : {}),
  }));
  const { name, unit, target, floor } = result;
  const again = getResult({ name, unit, target, floorName: floor.name }, samples, result.wanted_samples);
  if (again.verdict !== result.verdict)
    return [
      `${name} is recorded as ${result.verdict}, its samples say ${again.verdict} (${quiet} of ${result.wanted_samples} quiet)`,
    ];
  const pairs: [number, number][] = [
    [again.value, result.value],
    [again.floor.value, result.floor.value],
    [again.ratio, result.ratio],
  ];
  return pairs.every(([one, other]) => Math.abs(one - other) <= 1e-9 * Math.abs(other))
    ? []
    : [`${name} has medians that differ from its samples`];
}
