import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { observeNothing } from '../../../support/run-logs/observed-environment.ts';
import { huntedBugs } from '../hunted-bugs.ts';
import { withPlantedBug } from '../plant-bug.ts';
import { judgeTeam } from './judge-team.ts';
import { planTeam } from './plan-team.ts';
import { plantedBugs } from './planted-bugs.ts';

type Code = typeof import('./play-team.ts');

/** To select a bug: `AGENT_HOME_BOARD_BUG=rules-above-are-lost`. */
const hunted = huntedBugs(plantedBugs, 3);
const mostTeams = 150;

test('every planted bug of delegated runs is found', { timeout: 600_000 }, async () => {
  onTestFinished(observeNothing());
  expect(hunted.length).toBeGreaterThan(0);
  const sound = { name: 'none', changes: [], harm: 'none' };
  expect(await hunt(sound, 5)).toBe('NOT FOUND');
  const results: string[] = [];
  for (const bug of hunted) results.push(`${bug.name}: ${await hunt(bug, mostTeams)}`);
  console.log(`delegating teams, planted bugs:\n  ${results.join('\n  ')}`);
  expect(results.filter((line) => line.endsWith('NOT FOUND'))).toEqual([]);
});

/** Lets teams work with the planted bug until one violates its plan. */
async function hunt(bug: Mutation, teams: number): Promise<string> {
  const entry = new URL('./play-team.ts', import.meta.url);
  return withPlantedBug(bug, entry, async ({ playTeam }: Code) => {
    for (let seed = 1; seed <= teams; seed++) {
      const folder = await mkdtemp(join(tmpdir(), 'agent-home-teams-'));
      try {
        const plan = planTeam(seed);
        const found = Object.entries(judgeTeam(plan, await playTeam(plan, folder))).flatMap(([kind, each]) =>
          each.map((violation) => `${kind}: ${violation}`),
        );
        if (found[0] !== undefined) return `found after ${seed} teams: ${found[0]}`;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    return 'NOT FOUND';
  });
}
