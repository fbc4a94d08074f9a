import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseCount } from '../../../support/case-count.ts';
import {
  attacks,
  BoundRuns,
  boundPolicies,
  housed,
  type Policies,
} from '../../../system/end-to-end/policy-bundles/bound-runs.ts';
import { CaseGenerator } from '../bypassed-denies/generate-cases.ts';

const decisions = Number(process.env.AGENT_HOME_BOARD_CASES ?? caseCount(2_000, 20_000));
const seed = Number(process.env.AGENT_HOME_BOARD_SEED ?? 2);
const callsOfRun = 100;
const runsOfBundle = 4;

let resident: BoundRuns;

beforeAll(async () => {
  resident = await BoundRuns.open();
});
afterAll(() => resident.close());

/** Lets half of the rules that name an agent name the resident's. */
function withResident(policies: Policies): Policies {
  return JSON.parse(JSON.stringify(policies).replaceAll('"ada"', '"lamp"')) as Policies;
}

/** Returns a local policy that allows every call. */
const allowAll = {
  name: 'mine',
  rules: [{ effect: 'allow' as const, action: 'tool.call' as const, selector: {}, conditions: {} }],
};

test('20,000 decisions of residents follow the certified policies', { timeout: 1_800_000 }, async () => {
  const generator = new CaseGenerator(seed);
  const seen = {
    runs: 0,
    bundles: 0,
    decisions: 0,
    calls: 0,
    allow: 0,
    confirm: 0,
    deny: 0,
    no_tool: 0,
    stale: 0,
    refused: 0,
  };
  const wrong: string[] = [];
  while (seen.decisions < decisions) {
    await resident.bind(withResident(boundPolicies(generator, seen.bundles)));
    seen.bundles++;
    const attack = attacks[seen.bundles % attacks.length] ?? 'forged';
    if (await resident.isRefused(attack, generator)) seen.refused++;
    else wrong.push(`bundle ${seen.bundles}: ${attack} begins a run`);
    for (let run = 0; run < runsOfBundle; run++) {
      const generated = housed(generator, run === 0 ? 0 : 1);
      const house = { ...generated, maxToolCalls: 256, ...(run > 1 ? { policies: [allowAll] } : {}) };
      const newer = run === 1 ? withResident(boundPolicies(generator, seen.bundles)) : undefined;
      let restore: (() => Promise<void>) | undefined;
      const change = async () => {
        if (run > 1) restore = await resident.attack(attack);
      };
      const isLate = run === 3;
      const played = await resident.play(generator, house, { newer, change, isLate, calls: callsOfRun });
      await restore?.();
      seen.runs++;
      seen.calls += played.calls.length;
      let allowed = 0;
      for (const about of played.decisions) {
        seen.decisions++;
        const { effect } = resident.expected(house, played, about);
        seen[effect]++;
        if (about.isStale) seen.stale++;
        if (about.decided.effect === 'allow') allowed++;
        if (effect !== about.decided.effect)
          wrong.push(`run ${seen.runs}: ${about.requested} is ${about.decided.effect}, not ${effect}`);
        if (!resident.isNamed(about.decided)) wrong.push(`run ${seen.runs}: a decision names no bundle`);
      }
      if (played.calls.length > allowed) wrong.push(`run ${seen.runs}: ${played.calls.length} calls`);
    }
  }
  console.log(`policies by identity: ${JSON.stringify(seen)} (seed ${seed}); ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  for (const kind of ['calls', 'allow', 'confirm', 'deny', 'stale', 'refused'] as const)
    expect(seen[kind], kind).toBeGreaterThan(0);
});
