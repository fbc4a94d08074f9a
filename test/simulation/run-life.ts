import { setTimeout as delay } from 'node:timers/promises';
import { tables } from '@agent-home/database';
import { readSettings } from '../../apps/cli/src/configuration/read-settings.ts';
import { AgentClient } from './agents/agent-client.ts';
import { Attention } from './agents/attention.ts';
import { readToTheEnd, readWhileLiving } from './agents/feed-reader.ts';
import { intrude } from './agents/intruder.ts';
import { live } from './agents/life.ts';
import { Playground } from './agents/playground.ts';
import { enoughHappened, isLively } from './checks/enough-happened.ts';
import type { Finding } from './checks/evidence.ts';
import { isInTime } from './checks/judged-once.ts';
import { collectEvidence, whatWaits } from './collect-evidence.ts';
import { type Course, changeWeather, liveCalmly, momentIn, strike } from './course.ts';
import { figuresOf } from './figures.ts';
import type { SimulatedHome } from './home/simulated-home.ts';
import { TokenClient } from './hostile/admin-client.ts';
import { checkNeighbourhood } from './hostile/check-neighbourhood.ts';
import { describeActs } from './hostile/describe-acts.ts';
import { moveIn } from './hostile/move-in.ts';
import { furnish } from './hostile/neighbourhood.ts';
import { Journal } from './journal/journal.ts';
import { watchStates } from './journal/watch-states.ts';
import type { Plan } from './plan/make-plan.ts';
import { runChecks } from './run-checks.ts';

export interface SeedResult {
  plan: Plan;
  findings: Finding[];
  figures: Record<string, number>;
  /** What the hostile resident did, and how it was answered. */
  hostile?: string;
}

/** How long a home may take to catch up once nothing goes wrong any more. */
const catchUpMs = 25_000;
const putsPerTopic = 5;
const quietEntryMs = 350;
/** From the start of a home to the last word that is said in it. */
const quietLifeMs = 22_000;
const mostPace = 4;
const livesOnMs = 75_000;

/** One whole life of a home, which ends with it, and what does not hold afterwards. */
export async function runLife(plan: Plan, home: SimulatedHome): Promise<SeedResult> {
  let result: Awaited<ReturnType<typeof liveAndBeJudged>>;
  try {
    result = await liveAndBeJudged(plan, home).finally(() => home.close());
  } catch (error) {
    // That a process ended by itself says more than that somebody could not reach it then.
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
  const { journal, clients, pace, neighbourhood } = await play(plan, home);
  const played = Date.now();
  await learnWindows(home, journal);
  const waited = await catchUp(home, journal);
  await Promise.all(journal.openings.map(({ topicId }) => closeTopic(home, topicId)));
  const waiting = await catchUp(home, journal);
  await Promise.all(clients.map((client) => readToTheEnd(client, 10_000)));
  const caughtUp = Date.now();
  const evidence = {
    ...(await collectEvidence(home)),
    waiting: { ...waiting, 'windows that are over': waited['windows that are over'] ?? 0 },
  };
  // A machine may be quick when agents enter and busy later.
  const slowness = Math.min(mostPace, Math.max(pace, (played - started) / quietLifeMs));
  const findings = [
    ...(await runChecks(
      journal,
      evidence,
      clients.map(({ agentId }) => agentId),
    )),
    ...enoughHappened(journal, evidence.ledger, plan),
    ...(neighbourhood
      ? await checkNeighbourhood(home, journal, neighbourhood, { ...evidence, pace: slowness })
      : []),
  ];
  return {
    plan,
    findings,
    hostile: describeActs(journal),
    exits: evidence.unexpectedExits.length,
    figures: figuresOf(journal, evidence.ledger, {
      pace,
      'start and play s': (played - started) / 1000,
      'catch up s': (caughtUp - played) / 1000,
      'check s': (Date.now() - caughtUp) / 1000,
    }),
  };
}

/** Agents live, the weather changes, processes die; then everything is well again and the agents are silent. */
async function play(plan: Plan, home: SimulatedHome) {
  const journal = new Journal();
  const { seed } = plan;
  const { store } = readSettings(home.environment);
  const place = { url: home.url, store, seed };
  const clients = plan.agentList.map(({ agentId }) => new AgentClient(agentId, place, journal));
  const entering = performance.now();
  await Promise.all(clients.map(enterHome));
  const pace = paceOf(performance.now() - entering);
  const ground = { url: home.url, store, adminToken: home.adminToken, seed };
  // It speaks the dialect of OSS.
  const neighbourhood = plan.hostile && store.kind === 'aliyun' ? await furnish(ground, journal) : undefined;
  const playground = new Playground(home, plan.topicList, journal, pace);
  await playground.openAll(plan.topicList);

  const [ending, watching] = [new AbortController(), new AbortController()];
  const surroundings = { playground, seed, eventUrl: home.eventUrl };
  const lives = clients.flatMap((client, index) => {
    const attention = new Attention(client.agentId);
    const hostile = plan.agentList[index]?.hostile ?? false;
    return [
      live({ ...surroundings, client, attention, hostile }, ending.signal),
      readWhileLiving(client, attention, seed, ending.signal),
    ];
  });
  const resident = neighbourhood && moveIn(neighbourhood, home.store, journal, { seed, pace });
  const others = [
    intrude(home.store, playground, journal, seed, ending.signal),
    watchStates(home.store, playground, journal, watching.signal),
  ];
  const course = { began: Date.now(), pace };
  await Promise.all([strike(plan, home, journal, course), changeWeather(plan, home, course)]);
  await untilEnoughWasSaid(plan, journal, course);
  if (resident) await liveCalmly(plan, journal, course, resident.liveCalmly);
  ending.abort();
  await Promise.all([...lives, resident?.moveOut()]);
  watching.abort();
  await Promise.all(others);
  return { journal, clients, pace, neighbourhood };
}

/** How much longer everything takes here than where nothing else runs, by how long agents took to enter the home. */
function paceOf(enteredInMs: number): number {
  return Math.min(mostPace, Math.max(1, enteredInMs / quietEntryMs));
}

/** On a machine that does other things everything takes longer: then agents live on for a while, in clear weather. */
async function untilEnoughWasSaid(plan: Plan, journal: Journal, course: Course): Promise<void> {
  const latest = momentIn(course, plan.seconds * 1000 + livesOnMs);
  const isEnough = () => journal.puts.length >= putsPerTopic * plan.topics && isLively(journal, plan);
  while (!isEnough() && Date.now() < latest) await delay(100);
}

async function enterHome(client: AgentClient): Promise<void> {
  const card = {
    name: client.agentId,
    personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
  };
  const { agentId, signer } = client;
  const body = { agent_id: agentId, public_key: signer.publicKey, card };
  const registered = await client.call('POST', '/v1/agents', body);
  const admitted = await client.call('POST', `/v1/agents/${agentId}/admission`);
  if (registered.status !== 201 || admitted.status !== 200)
    throw new Error(`${agentId} was not let in: ${registered.status} ${admitted.status}`);
}

/** Where credentials end with nothing but themselves, as on S3, only the platform knows until when a key was open. */
async function learnWindows({ connection }: SimulatedHome, journal: Journal): Promise<void> {
  const { objectKey, notAfter } = tables.tickets;
  const rows = await connection.database.select({ objectKey, notAfter }).from(tables.tickets);
  const ends = new Map(rows.map((row) => [row.objectKey, row.notAfter.getTime()]));
  for (const put of journal.puts) put.notAfter ??= ends.get(put.key);
}

/**
 * Until nothing waits and every write that has to be judged is, or the time for it is over. Answers what waits then: a
 * moment later a home that others keep busy may be behind again, which is no fault of it.
 */
async function catchUp(home: SimulatedHome, journal: Journal): Promise<Record<string, number>> {
  const keys = [...new Set(journal.puts.filter(isInTime).map(({ key }) => key))];
  for (const end = Date.now() + catchUpMs; ; await delay(150)) {
    const waiting: Record<string, number> = await whatWaits(home).catch((error: Error) => ({
      [`the database: ${error.cause ?? error}`]: 1,
    }));
    const isAtRest = Object.values(waiting).every((count) => count === 0);
    if (Date.now() > end || (isAtRest && (await countUnjudged(home, keys)) === 0)) return waiting;
  }
}

async function countUnjudged({ connection }: SimulatedHome, keys: string[]): Promise<number> {
  const { ledgerEntries } = tables;
  const rows = await connection.database.selectDistinct({ key: ledgerEntries.objectKey }).from(ledgerEntries);
  const judged = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !judged.has(key)).length;
}

async function closeTopic({ url, adminToken }: SimulatedHome, topicId: string): Promise<void> {
  // Many have ended by themselves.
  const wanted = [200, 400, 404, 409, 422];
  const path = `/v1/admin/topics/${topicId}/actions`;
  await new TokenClient(url, adminToken).must('POST', path, { action: 'close' }, wanted);
}
