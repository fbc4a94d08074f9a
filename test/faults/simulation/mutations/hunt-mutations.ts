import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { buildPrograms } from '../home/build-programs.ts';
import type { Shape } from '../plan/make-plan.ts';
import { toTable } from '../report.ts';
import type { SeedResult } from '../run-life.ts';
import { runSeeds } from '../run-seeds.ts';

/** Findings of these checks are not bugs in the home: too little happened, or the simulation failed. */
const ownChecks: ReadonlySet<string> = new Set(['simulation', 'enough happened']);
/** Number of lives after which an undetected bug counts as missed. */
const seedsMost = 8;

/** Plants each bug in turn and runs seeds until it is found. Reports the seed, the check and the finding. */
export async function huntMutations(
  mutations: readonly Mutation[],
  getShape: (seed: number) => Shape,
  parallel: number,
): Promise<{ text: string; missed: number }> {
  const rows: string[][] = [];
  let missed = 0;
  const left = [...mutations];
  const lane = async () => {
    for (let mutation = left.shift(); mutation; mutation = left.shift()) {
      const { name, harm } = mutation;
      const [found, tried] = await hunt(mutation, getShape);
      if (!found) missed += 1;
      const checks = [...new Set(found?.findings.map(({ check }) => check))].join(', ');
      const [first] = found?.findings ?? [];
      const row = [
        name,
        harm,
        found ? String(found.plan.seed) : `missed in ${tried}`,
        checks,
        first ? `${first.subject} ${first.problem}` : '',
      ];
      console.error(row.join(' | '));
      rows.push(row.map((cell) => cell.slice(0, 90)));
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return { text: toTable(['mutation', 'harm', 'seed', 'found by', 'first finding'], rows), missed };
}

async function hunt(
  mutation: Mutation,
  getShape: (seed: number) => Shape,
): Promise<[SeedResult | undefined, number]> {
  const programs = await buildPrograms(mutation);
  const shapes = [...Array(seedsMost).keys()].map((index) => getShape(index + 1));
  let found: SeedResult | undefined;
  let tried = 0;
  const note = (result: SeedResult) => {
    tried += 1;
    const findings = result.findings.filter(({ check }) => !ownChecks.has(check));
    if (findings.length > 0) found = { ...result, findings };
  };
  await runSeeds(shapes, programs, 1, note, () => found === undefined);
  await programs.remove();
  return [found, tried];
}
