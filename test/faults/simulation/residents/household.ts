import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadScripts, type ModelEmulator, startModelEmulator } from '@agent-home/model-emulator';
import type { ObjectStore } from '@agent-home/object-store';
import { type Course, momentIn } from '../course.ts';
import type { SimulatedHome } from '../home/simulated-home.ts';
import { TokenClient } from '../hostile/admin-client.ts';
import type { Journal } from '../journal/journal.ts';
import type { Plan } from '../plan/make-plan.ts';
import { getRules } from '../plan/rules.ts';
import { getStream } from '../plan/streams.ts';
import { type Approver, startApprover } from './approver.ts';
import { type BellService, startBellService } from './bell-service.ts';
import { DeadlyEvents } from './deadly-events.ts';
import { type HomeLink, openHomeLink } from './home-link.ts';
import { bindTwice, type PolicyVersions, rollBackInTurn } from './older-policies.ts';
import type { Deviation, PlannedDeath } from './plan-residents.ts';
import { type KeptLog, readLogs } from './read-logs.ts';
import { ResidentProcess } from './resident-process.ts';
import { type Markers, writeScript } from './scenes.ts';
import { filesIn, type HouseholdFiles, writeHousehold } from './write-household.ts';

/** Seconds of a turn. A run has to end in it, or its message is too late. */
const turnSeconds = 20;
const mostTurns = 500;
/** Longest time until each resident has an answered run after the faults. */
const answersWithinMs = 30_000;
/** Runs of the residents at the same time. */
const runsAtOnce = 2;
/** Longest time that the faults of residents continue after those of the home. */
const strikesOnMs = 12_000;
const leastFaults = 3;

/** Residents of a simulated home with everything that surrounds them. */
export interface Household {
  files: HouseholdFiles;
  markers: Markers;
  /** Marker in the opening question of each topic. */
  topicMarkers: ReadonlyMap<string, string>;
  emulator: ModelEmulator;
  service: BellService;
  link: HomeLink;
  approver: Approver;
  process: ResidentProcess;
  environment: Record<string, string>;
  /** Ended runs, as they were at each death of the process. */
  kept: KeptLog[];
  deaths: number;
  /** Responses of models with a fault. */
  faults: number;
  events: DeadlyEvents;
  moods: string[];
  store: ObjectStore;
  policies: PolicyVersions[];
  /** Times at which the store served older policies. */
  rollbacks: number;
  /** Residents without an answered run after the faults. */
  silent: string[];
  lag: string | undefined;
}

type ResidentHome = SimulatedHome & Required<Pick<SimulatedHome, 'residents'>>;

/** Starts the residents of a plan in a home, and waits until their policies are certified and their topics open. */
export async function moveIn(
  home: ResidentHome,
  plan: Plan,
  journal: Journal,
  pace: number,
): Promise<Household> {
  const { seed, household: planned } = plan;
  const { residents } = planned;
  const files = filesIn(join(home.folder, 'household'), residents);
  await mkdir(join(home.folder, 'household'), { recursive: true });
  const markers = { secret: mark('secret'), withheld: mark('withheld') };
  const topicMarkers = new Map(
    residents.flatMap(({ scenes }) => scenes.map(({ topicId }) => [topicId, mark('topic')] as const)),
  );
  const events = new DeadlyEvents();
  const emulator = await startModelEmulator({
    log: () => void events.note('model'),
    scripts: loadScripts([{ file: 'scenes.yaml', text: writeScript(residents) }]),
  });
  const service = await startBellService(getStream(seed, 'bells'), markers, () => events.note('effect'));
  const link = await openHomeLink(home, {
    random: getStream(seed, 'requests of residents'),
    faults: planned.link,
    note: (event) => events.note(event),
  });
  await writeHousehold(files, residents, {
    modelUrl: emulator.url,
    serviceUrl: service.url,
    rootSet: home.rootSet,
    markers,
  });
  const environment = {
    PATH: globalThis.process.env.PATH ?? '',
    HOME: files.home,
    XDG_STATE_HOME: join(files.home, 'state'),
    SIMULATION_BELL: markers.secret,
  };
  const process = new ResidentProcess(
    home.residents.program,
    [
      ...['live', ...files.agents, '--home', link.url, '--root', files.root],
      ...['--state', files.state, '--runs', files.runs, '--concurrency', String(runsAtOnce)],
    ],
    {
      cwd: files.project,
      env: environment,
    },
  );
  home.guests.push({
    async close() {
      await process.kill();
      await Promise.all([emulator.close(), service.close(), link.close()]);
    },
  });
  process.start();
  const agentIds = residents.map(({ agentId }) => agentId);
  const admin = new TokenClient(home.url, home.adminToken);
  const policies = await Promise.all(agentIds.map((agentId) => bindTwice(home, admin, agentId, process)));
  await Promise.all(
    residents.flatMap(({ agentId, scenes }) =>
      scenes.map(async ({ topicId }) => {
        const rules = { ...getRules('turn_queue', new Date(), pace), max_turns: mostTurns };
        await admin.must('POST', '/v1/admin/topics', {
          topic_id: topicId,
          title: topicId,
          visibility: 'invite',
          allowlist_agent_ids: [agentId],
          opening_question: `${topicMarkers.get(topicId)}?`,
          mode: 'turn_queue',
          rules: { ...rules, turn_ttl_seconds: Math.round(turnSeconds * pace) },
        });
        journal.openings.push({ topicId, mode: 'turn_queue' });
        journal.residentTopics.add(topicId);
      }),
    ),
  );
  const approver = startApprover(home, agentIds, getStream(seed, 'approver'));
  home.guests.push(approver);
  return {
    ...{ files, markers, topicMarkers, emulator, service, link, approver, process, environment },
    ...{ store: home.store, policies, rollbacks: 0 },
    ...{ kept: [], deaths: 0, faults: 0, events, moods: [], silent: [], lag: undefined },
  };
}

/** Random, so that it cannot be guessed. */
const mark = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;

/**
 * Plays the plan of a household: its process dies, models deviate, the MCP server changes its mood, the link fails, the store
 * serves older policies. Ends once all
 * deaths have happened and the models deviated often enough, at the latest a while after the storms of the home.
 */
export async function strikeHousehold(household: Household, plan: Plan, course: Course): Promise<void> {
  const { link, files } = household;
  const { deaths, deviations, moods, residents, rollbacks } = plan.household;
  const ending = new AbortController();
  const { signal } = ending;
  link.setStormy(true);
  const pause = (milliseconds: number) => delay(milliseconds, undefined, { signal }).catch(() => undefined);
  const striking = [
    dieInTurn(household, deaths, { signal, pace: course.pace }),
    deviateInTurn(household, deviations, { signal, pause }),
    rollBackInTurn(household.store, household.policies, {
      ...{ rollbacks, signal, pause, pace: course.pace },
      haveDecided: async () => {
        const deciding = (await readLogs(files.runs)).filter(hasDecided).map(({ agentId }) => agentId);
        return residents.every(({ agentId }) => deciding.includes(agentId));
      },
    }).then((count) => {
      household.rollbacks = count;
    }),
    (async () => {
      for (const { forMs, mood } of moods) {
        if (signal.aborted) return;
        await writeFile(files.mood, mood);
        household.moods.push(mood);
        await pause(forMs * course.pace);
      }
    })(),
  ];
  const end = momentIn(course, plan.seconds * 1000);
  const isEnough = () =>
    Date.now() > end && household.deaths >= deaths.length && household.faults >= leastFaults;
  while (!isEnough() && Date.now() < end + strikesOnMs * course.pace) await delay(100);
  ending.abort();
  await Promise.all(striking);
}

/** True for a run that has decided by certified policies. */
const hasDecided = ({ lines }: KeptLog) => lines.some((line) => line.endsWith('"type":"policy.decided"}'));

/** Kills the process at the planned events, one after the other. */
async function dieInTurn(
  household: Household,
  deaths: readonly PlannedDeath[],
  { signal, pace }: { signal: AbortSignal; pace: number },
): Promise<void> {
  const { process, files, events } = household;
  for (const { at, count, downMs } of deaths) {
    await events.reach(at, count, signal);
    if (signal.aborted) return;
    await process.kill();
    household.deaths += 1;
    household.kept.push(...(await readLogs(files.runs)).filter(({ hasEnded }) => hasEnded));
    await delay(downMs * pace);
    process.start();
  }
}

/** Orders the next fault once the previous one has been met. */
async function deviateInTurn(
  household: Household,
  deviations: readonly Deviation[],
  { signal, pause }: { signal: AbortSignal; pause: (milliseconds: number) => Promise<unknown> },
): Promise<void> {
  const { emulator } = household;
  const countMet = () => emulator.journal().filter(({ fault }) => fault !== undefined).length;
  for (const { afterMs, fault, times } of deviations) {
    await pause(afterMs);
    if (signal.aborted) return;
    const before = countMet();
    emulator.setFaults([{ times, fault }]);
    while (!signal.aborted && countMet() < before + times) await pause(100);
    household.faults = countMet();
  }
}

/** Ends all faults, starts the process once more where the seed says so, and waits until each resident has answered. */
export async function calmHousehold(household: Household, plan: Plan, pace: number): Promise<void> {
  const { link, emulator, files, process, approver } = household;
  link.setStormy(false);
  approver.decideAll();
  emulator.setFaults([]);
  await writeFile(files.mood, plan.household.lastMood);
  const { isRestarted, residents } = plan.household;
  if (isRestarted) await process.kill();
  const since = Date.now();
  if (isRestarted) process.start();
  const agentIds = residents.map(({ agentId }) => agentId);
  for (const latest = since + answersWithinMs * pace; ; await delay(300)) {
    const logs = await readLogs(files.runs);
    const isAnswered = (agentId: string) =>
      logs.some((log) => log.agentId === agentId && log.startedAt > since && log.status === 'answered');
    household.silent = agentIds.filter((agentId) => !isAnswered(agentId));
    if (household.silent.length === 0 || Date.now() > latest) return;
  }
}
