import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { readSettings } from '../../../apps/cli/src/home/configuration/read-settings.ts';
import { AgentClient } from './agents/agent-client.ts';
import { Attention } from './agents/attention.ts';
import { readWhileLiving } from './agents/feed-reader.ts';
import { intrude } from './agents/intruder.ts';
import { live } from './agents/life.ts';
import { mirrorWhileLiving } from './agents/mirrored-lives.ts';
import { mostPace, Playground } from './agents/playground.ts';
import { isLively } from './checks/enough-happened.ts';
import { type Course, changeWeather, liveCalmly, momentIn, strike } from './course.ts';
import { enterHome } from './enter-home.ts';
import type { SimulatedHome } from './home/simulated-home.ts';
import { moveInNextDoor } from './hostile/move-in.ts';
import { furnish, type Neighbourhood } from './hostile/neighbourhood.ts';
import { Journal } from './journal/journal.ts';
import { watchStates } from './journal/watch-states.ts';
import type { Plan } from './plan/make-plan.ts';
import { calmHousehold, type Household, moveIn, strikeHousehold } from './residents/household.ts';

const livesOnMs = 75_000;
const putsPerTopic = 5;
const quietEntryMs = 350;

/** Runs the plan: agents live, the weather changes, processes die. Then everything works again and the agents are silent. */
export async function play(plan: Plan, home: SimulatedHome) {
  const journal = new Journal();
  const { seed } = plan;
  const { store } = readSettings(home.environment);
  const place = { url: home.url, store, seed };
  const clients = plan.agentList.map(({ agentId }) => new AgentClient(agentId, place, journal));
  const entering = performance.now();
  await Promise.all(clients.map(enterHome));
  const pace = getPace(performance.now() - entering);
  const ground = { url: home.url, store, adminToken: home.adminToken, seed };
  // The hostile resident uses the dialect of OSS.
  const neighbourhood = plan.hostile && store.kind === 'aliyun' ? await furnish(ground, journal) : undefined;
  const playground = new Playground(home, plan.topicList, journal, pace);
  const { residents } = home;
  const moving = residents && moveIn({ ...home, residents }, plan, journal, pace);
  const [household] = await Promise.all([moving, playground.openAll(plan.topicList)]);
  if (household && neighbourhood) hideFrom(neighbourhood, household);

  const [ending, watching] = [new AbortController(), new AbortController()];
  // Each agent lives, reads and mirrors until this signal, with a listener for each pause.
  setMaxListeners(Number.POSITIVE_INFINITY, ending.signal);
  const surroundings = { playground, seed, eventUrl: home.eventUrl };
  const lives = clients.flatMap((client, index) => {
    const attention = new Attention(client.agentId);
    const hostile = plan.agentList[index]?.hostile ?? false;
    return [
      live({ ...surroundings, client, attention, hostile }, ending.signal),
      readWhileLiving(client, attention, seed, ending.signal),
      mirrorWhileLiving({ client, seed, hostile, home }, ending.signal),
    ];
  });
  const resident = neighbourhood && moveInNextDoor(neighbourhood, home.store, journal, { seed, pace });
  const others = [
    intrude(home.store, playground, journal, seed, ending.signal),
    watchStates(home.store, playground, journal, watching.signal),
  ];
  const course = { began: Date.now(), pace };
  // Starts of a process keep the machine busy, so residents work again before others are measured.
  const striking =
    household && strikeHousehold(household, plan, course).then(() => calmHousehold(household, plan, pace));
  await Promise.all([strike(plan, home, journal, course), changeWeather(plan, home, course), striking]);
  const stormsEnded = Date.now();
  await untilEnoughWasSaid(plan, journal, course);
  if (resident) await liveCalmly(journal, course, stormsEnded, resident.liveCalmly);
  ending.abort();
  await Promise.all([...lives, resident?.moveOut()]);
  watching.abort();
  await Promise.all(others);
  return { journal, clients, pace, neighbourhood, household };
}

/** Adds what is private among residents of files to the texts that no response to an outsider may contain. */
function hideFrom({ secrets }: Neighbourhood, { markers, topicMarkers }: Household): void {
  secrets.keep('a secret of the vault', markers.secret);
  for (const [topicId, marker] of topicMarkers) secrets.keep(`the question of ${topicId}`, marker);
}

/** Slowdown of this machine compared with a quiet one, by the time agents took to enter the home. */
function getPace(enteredInMs: number): number {
  return Math.min(mostPace, Math.max(1, enteredInMs / quietEntryMs));
}

/** On a busy machine everything takes longer, so agents continue for a while in clear weather. */
async function untilEnoughWasSaid(plan: Plan, journal: Journal, course: Course): Promise<void> {
  const latest = momentIn(course, plan.seconds * 1000 + livesOnMs);
  const isEnough = () => journal.puts.length >= putsPerTopic * plan.topics && isLively(journal, plan);
  while (!isEnough() && Date.now() < latest) await delay(100);
}
