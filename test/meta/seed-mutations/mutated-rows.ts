import { changeSources, type Sources } from '../source-mutations/change-sources.ts';
import { describePlace, type Place } from '../source-mutations/changes.ts';
import { MutationError } from '../source-mutations/mutation-error.ts';
import type { CoverageRow } from '../specs/seed-coverage.ts';
import type { SeedMutations } from './seed-mutation.ts';

/** A row of the coverage table that names a test, with the id of the mutation that must make the test fail. */
export interface MutatedRow extends CoverageRow {
  /** `5.1`; `5.1b` for the second row of a scenario. */
  id: string;
}

const rowFolder = 'test/meta/seed-mutations/rows';

/** Returns rows of scenarios with their ids. Rows of requirements name no test and are left out. */
export function mutatedRows(rows: readonly CoverageRow[]): MutatedRow[] {
  const scenarios = rows.filter(({ number }) => number.includes('.'));
  return scenarios.map((row, index) => {
    const before = scenarios.slice(0, index).filter(({ number }) => number === row.number).length;
    return {
      ...row,
      id: `${row.number}${before === 0 ? '' : String.fromCharCode('a'.charCodeAt(0) + before)}`,
    };
  });
}

/** Files whose path is part of their content: published examples and the change that announced them. */
const namedFiles = /^(examples\/oss|openspec\/changes\/archive)\//;

/** Returns problems of the mutations: rows without one, mutations without a row, and places that do not exist in the sources. */
export function mutationProblems(
  rows: readonly CoverageRow[],
  mutations: SeedMutations,
  sources: Sources,
): string[] {
  const ids = mutatedRows(rows).map(({ id }) => id);
  const missing = ids
    .filter((id) => !(id in mutations))
    .map((id) => `row ${id} of openspec/seed-coverage.md has no mutation: add one to ${rowFolder}`);
  const wrong = Object.entries(mutations).flatMap(([id, { breaks, changes }]) => [
    ...(ids.includes(id)
      ? []
      : [`mutation ${id} has no row in openspec/seed-coverage.md: remove it or add the row`]),
    ...(/^[A-Z].*\.$/.test(breaks) ? [] : [`mutation ${id}: \`breaks\` is not a sentence`]),
    ...changes.flatMap(({ place }) => placeProblem(place)).map((problem) => `mutation ${id}: ${problem}`),
    ...changeProblem(sources, changes).map((problem) => `mutation ${id}: ${problem}`),
  ]);
  return [...missing, ...wrong];
}

function placeProblem(place: Place): string[] {
  if (!('file' in place) || namedFiles.test(place.file)) return [];
  return [`names the file ${describePlace(place)}: name its workspace and symbol, which survive a move`];
}

function changeProblem(sources: Sources, changes: SeedMutations[string]['changes']): string[] {
  if (changes.length === 0) return ['has no changes: describe at least one'];
  try {
    changeSources(sources, changes);
    return [];
  } catch (error) {
    if (error instanceof MutationError) return [error.message];
    throw error;
  }
}
