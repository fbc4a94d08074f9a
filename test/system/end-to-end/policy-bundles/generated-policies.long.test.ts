import { afterAll, beforeAll, expect, test } from 'vitest';
import { CaseGenerator } from '../../../security/boards/bypassed-denies/generate-cases.ts';
import { BoundRuns, boundPolicies, housed } from './bound-runs.ts';

const runs = Number(process.env.AGENT_HOME_BOARD_RUNS ?? 40);
const seed = Number(process.env.AGENT_HOME_BOARD_SEED ?? 1);

let resident: BoundRuns;

beforeAll(async () => {
  resident = await BoundRuns.open();
});
afterAll(() => resident.close());

test('generated policies of a live home bypass nothing', { timeout: 240_000 }, async () => {
  const generator = new CaseGenerator(seed);
  const seen = { runs: 0, rebound: 0, unthought: 0, calls: 0, allow: 0, confirm: 0, deny: 0, no_tool: 0 };
  const wrong: string[] = [];
  while (seen.runs < runs) {
    const house = housed(generator, seen.runs);
    const version = await resident.bind(boundPolicies(generator, seen.runs));
    const newer = seen.runs % 2 === 1 ? boundPolicies(generator, seen.runs) : undefined;
    const played = await resident.play(generator, house, { newer });
    seen.runs++;
    if (played.model) {
      const about = { ...played.model, requested: undefined, arguments: {}, made: 0 };
      const { effect } = resident.expected(house, played, about);
      if ((effect === 'allow') !== played.mayThink) wrong.push(`run ${seen.runs}: the model is ${effect}`);
    }
    if (!played.mayThink) seen.unthought++;
    seen.calls += played.calls.length;
    let lastVersion = version;
    for (const about of played.decisions) {
      const named = about.decided.bundle?.version ?? 0;
      if (named > lastVersion) seen.rebound++;
      if (named < lastVersion)
        wrong.push(`run ${seen.runs}: decided by version ${named} after ${lastVersion}`);
      lastVersion = named;
      const { effect } = resident.expected(house, played, about);
      seen[effect]++;
      if (effect !== about.decided.effect)
        wrong.push(`run ${seen.runs}: ${about.requested} is ${about.decided.effect}, not ${effect}`);
    }
    const allowed = played.decisions.filter(({ decided }) => decided.effect === 'allow').length;
    if (played.calls.length > allowed) wrong.push(`run ${seen.runs}: ${played.calls.length} calls`);
  }
  console.log(`bound policies of a live home: ${JSON.stringify(seen)} (seed ${seed}); ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  for (const kind of ['rebound', 'unthought', 'calls', 'allow', 'confirm', 'deny'] as const)
    expect(seen[kind], kind).toBeGreaterThan(0);
});
