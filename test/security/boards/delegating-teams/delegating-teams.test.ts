import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileRunStore } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { caseCount } from '../../../support/case-count.ts';
import { judgeLog } from '../../../system/runtime/support/judge-log.ts';
import { judgeTeam, secret } from './judge-team.ts';
import { planTeam } from './plan-team.ts';
import { playTeam } from './play-team.ts';

/** Longer run: `AGENT_HOME_BOARD_TEAMS=2000`. A single team: `AGENT_HOME_BOARD_SEED=17`. */
const teams = Number(process.env.AGENT_HOME_BOARD_TEAMS ?? caseCount(40, 1_000));
const firstSeed = Number(process.env.AGENT_HOME_BOARD_SEED ?? 1);

test('generated teams keep denies, effects, contexts, secrets and limits', { timeout: 300_000 }, async () => {
  const seen = { teams: 0, runs: 0, effects: 0, requests: 0, deaths: 0, denied: 0, limited: 0 };
  const wrong: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + teams; seed++) {
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-teams-'));
    try {
      const plan = planTeam(seed);
      const played = await playTeam(plan, folder);
      for (const [kind, found] of Object.entries(judgeTeam(plan, played)))
        wrong.push(...found.map((each) => `team ${seed}: ${kind}: ${each}`));
      const logs = await judgeLogs(folder);
      wrong.push(...logs.wrong.map((each) => `team ${seed}: ${each}`));
      seen.teams += 1;
      seen.runs += logs.runs;
      seen.denied += logs.denied;
      seen.effects += played.effects.length;
      seen.requests += played.requests.length;
      seen.deaths += plan.deaths.length;
      seen.limited += plan.maxToolCalls === undefined ? 0 : 1;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  console.log(`delegating teams: ${JSON.stringify(seen)}; ${wrong.length} wrong`);
  expect(wrong.slice(0, 20)).toEqual([]);
  if (teams >= 40) for (const count of Object.values(seen)) expect(count).toBeGreaterThan(teams / 20);
});

/** Replays every log of a team, and searches it for the secret. */
async function judgeLogs(folder: string): Promise<{ runs: number; denied: number; wrong: string[] }> {
  const place = join(folder, 'runs');
  const store = new FileRunStore(place);
  const wrong: string[] = [];
  let denied = 0;
  const runs = await store.list();
  for (const { runId } of runs) {
    try {
      const { whole } = judgeLog(await store.read(runId));
      denied += whole.filter(({ type, data }) => type === 'policy.decided' && data.effect === 'deny').length;
    } catch (error) {
      wrong.push(`unequal replay of ${runId}: ${String(error)}`);
    }
    if ((await readFile(join(place, runId, 'log.jsonl'), 'utf8')).includes(secret))
      wrong.push(`leaked secret in the log of ${runId}`);
  }
  return { runs: runs.length, denied, wrong };
}
