import { modeNames } from '@agent-home/modes';
import { planResidents, type ResidentPlan } from '../residents/plan-residents.ts';
import { getStream, pick, shuffled } from './streams.ts';
import { clear, pickWeather, type Weather } from './weather.ts';

export interface Shape {
  seed: number;
  topics: number;
  agents: number;
  seconds: number;
  /** True if a hostile resident lives in the home. */
  hostile: boolean;
}

export interface PlannedTopic {
  /** Successors of an ended topic have the same name with another number. */
  name: string;
  mode: string;
  /** Three agents that take part, one of them hostile; the others follow the topic, or try to get in. */
  cast: [string, string, string];
}

interface PlannedAgent {
  agentId: string;
  hostile: boolean;
}

/** Process that is killed, and the duration of its absence. */
export interface Blow {
  atMs: number;
  /** Name of the part of the home. */
  part: string;
  downMs: number;
}

interface Spell {
  atMs: number;
  weather: Weather;
}

/** Everything that a seed determines. The interleaving of the real processes is not determined. */
export interface Plan extends Shape {
  agentList: PlannedAgent[];
  topicList: PlannedTopic[];
  spells: Spell[];
  blows: Blow[];
  /** Residents of files, their models, tools and link to the home. */
  household: ResidentPlan;
  /** True to include the blows that a slow machine reaches only after the end. */
  everyBlow?: boolean;
}

const parts: readonly string[] = ['api', 'worker', 'worker2', 'emulator', 'postgres', 'worker'];

export function makePlan(shape: Shape): Plan {
  const agentList = planAgents(shape);
  return {
    ...shape,
    agentList,
    topicList: planTopics(shape, agentList),
    spells: planSpells(shape),
    blows: planBlows(shape),
    household: planResidents(shape),
  };
}

/** A third is hostile; those agents occasionally do what is allowed. */
function planAgents({ seed, agents }: Shape): PlannedAgent[] {
  const random = getStream(seed, 'agents');
  const hostile = new Set(shuffled(random, [...Array(agents).keys()]).slice(0, Math.ceil(agents / 3)));
  return [...Array(agents).keys()].map((number) => ({
    agentId: `agent-${String(number + 1).padStart(2, '0')}`,
    hostile: hostile.has(number),
  }));
}

function planTopics({ seed, topics }: Shape, agents: PlannedAgent[]): PlannedTopic[] {
  const random = getStream(seed, 'topics');
  const order = shuffled(random, modeNames);
  return [...Array(topics).keys()].map((number) => {
    const mode = order[number % order.length] ?? '';
    const some = shuffled(random, agents);
    const [one, other] = some.filter(({ hostile }) => !hostile);
    const [third] = some.filter(({ hostile }) => hostile);
    if (!one || !other || !third) throw new Error('a topic needs two honest agents and a hostile one');
    return {
      name: `${mode.replaceAll('_', '-')}-${String.fromCharCode(97 + Math.floor(number / order.length))}`,
      mode,
      cast: getCast(shuffled(random, [one, other, third])),
    };
  });
}

function getCast([one, other, third]: PlannedAgent[]): PlannedTopic['cast'] {
  if (!one || !other || !third) throw new Error('a topic needs three agents');
  return [one.agentId, other.agentId, third.agentId];
}

/** Every spell is a second or two long; the first is clear, so that topics begin. */
function planSpells({ seed, seconds }: Shape): Spell[] {
  const random = getStream(seed, 'weather');
  const spells: Spell[] = [{ atMs: 0, weather: clear }];
  for (let atMs = 800; atMs < seconds * 1000; atMs += 900 + random() * 1_400)
    spells.push({ atMs: Math.round(atMs), weather: pickWeather(random) });
  return spells;
}

/** One blow at a time: the next comes once the previous process is back. */
function planBlows({ seed, seconds }: Shape): Blow[] {
  const random = getStream(seed, 'blows');
  const blows: Blow[] = [];
  for (let atMs = 1_500 + random() * 1_500; atMs < seconds * 1000; atMs += 1_200 + random() * 2_200)
    blows.push({ atMs: Math.round(atMs), part: pick(random, parts), downMs: Math.round(random() * 1_000) });
  return blows;
}
