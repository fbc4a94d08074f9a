import { readToTheEnd } from './agents/feed-reader.ts';
import { completeRuns } from './agents/mirrored-lives.ts';
import { mostPace } from './agents/playground.ts';
import { catchUp, closeTopic } from './catch-up.ts';
import { enoughHappened } from './checks/enough-happened.ts';
import type { Finding } from './checks/evidence.ts';
import { collectEvidence } from './collect-evidence.ts';
import { learnWindows } from './enter-home.ts';
import { collectFigures, householdFigures } from './figures.ts';
import type { SimulatedHome } from './home/simulated-home.ts';
import { checkNeighbourhood } from './hostile/check-neighbourhood.ts';
import { describeActs } from './hostile/describe-acts.ts';
import type { Plan } from './plan/make-plan.ts';
import { play } from './play-life.ts';
import { checkHousehold } from './residents/check-household.ts';
import { collectHousehold, endHousehold } from './residents/collect-household.ts';
import { runChecks } from './run-checks.ts';

export interface SeedResult {
  plan: Plan;
  findings: Finding[];
  figures: Record<string, number>;
  /** Summary of the hostile resident's acts and their responses. */
  hostile?: string;
}

/** Time from the start of a home to its last message on an idle machine. */
const quietLifeMs = 22_000;

/** Runs one life of a home, which ends with it, and returns the findings. */
export async function runLife(plan: Plan, home: SimulatedHome): Promise<SeedResult> {
  let result: Awaited<ReturnType<typeof liveAndBeJudged>>;
  try {
    result = await liveAndBeJudged(plan, home).finally(() => home.close());
  } catch (error) {
    // An unexpected exit of a process explains more than the connection failures that follow.
    const findings = exitFindings(home.unexpectedExits());
    if (findings.length === 0) throw error;
    return { plan, findings, figures: {} };
  }
  const hanging = home.unexpectedExits().slice(result.exits);
  return {
    ...result,
    findings: [...result.findings, ...exitFindings(hanging)],
  };
}

function exitFindings(problems: string[]): Finding[] {
  return problems.map((problem) => ({ check: 'at rest', subject: 'process', problem }));
}

async function liveAndBeJudged(plan: Plan, home: SimulatedHome): Promise<SeedResult & { exits: number }> {
  const started = Date.now();
  const { journal, clients, pace, neighbourhood, household } = await play(plan, home);
  const played = Date.now();
  await learnWindows(home, journal);
  await completeRuns(clients, journal.mirrored);
  const waited = await catchUp(home, journal);
  await Promise.all(journal.openings.map(({ topicId }) => closeTopic(home, topicId)));
  if (household) await endHousehold(household, home, journal);
  const waiting = await catchUp(home, journal);
  await Promise.all(clients.map((client) => readToTheEnd(client, 10_000)));
  const caughtUp = Date.now();
  const evidence = {
    ...(await collectEvidence(home)),
    waiting: { ...waiting, 'windows that are over': waited['windows that are over'] ?? 0 },
  };
  const left = household && (await collectHousehold(household, evidence.ledger));
  // A machine may be fast when agents enter and busy later.
  const slowness = Math.min(mostPace, Math.max(pace, (played - started) / quietLifeMs));
  const findings = [
    ...(await runChecks(
      journal,
      evidence,
      clients.map(({ agentId }) => agentId),
    )),
    ...enoughHappened(journal, evidence.ledger, plan),
    ...(left ? checkHousehold(left, evidence) : []),
    ...(neighbourhood
      ? await checkNeighbourhood(home, journal, neighbourhood, { ...evidence, pace: slowness })
      : []),
  ];
  return {
    plan,
    findings,
    hostile: describeActs(journal),
    exits: evidence.unexpectedExits.length,
    figures: collectFigures(journal, evidence.ledger, {
      ...(household && left ? householdFigures(household, left) : {}),
      pace,
      'start and play s': (played - started) / 1000,
      'catch up s': (caughtUp - played) / 1000,
      'check s': (Date.now() - caughtUp) / 1000,
    }),
  };
}
