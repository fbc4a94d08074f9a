import { getStream, pick, type Random, shuffled } from '../plan/streams.ts';
import type { PlannedRollback } from './older-policies.ts';
import { type PlannedResident, sceneKinds } from './scenes.ts';

/** Deviation of the models: a while after the previous one, the next `times` responses have the fault. */
export interface Deviation {
  afterMs: number;
  fault: ModelFault;
  times: number;
}

export type ModelFault =
  | { kind: 'error'; status: number; retryAfterSeconds?: number; afterChunks?: number }
  | { kind: 'cutStream'; afterChunks: number }
  | { kind: 'slow'; delayMs: number; chunkDelayMs: number }
  | { kind: 'hang'; afterChunks: number }
  | { kind: 'hugeAnswer'; bytes: number }
  | {
      kind:
        | 'brokenArguments'
        | 'wrongToolName'
        | 'callWithoutId'
        | 'sameCallId'
        | 'emptyAnswer'
        | 'nonsenseBody'
        | 'wrongContentType';
    };

/** Condition of the MCP server from one moment on. */
export const serverMoods = ['well', 'dies', 'hangs', 'lies', 'fails'] as const;
export type ServerMood = (typeof serverMoods)[number];

/** Share of requests between residents and their home that meet each fault. */
export interface LinkFaults {
  lost: number;
  answerLost: number;
  doubled: number;
  lateMs: number;
}

/** Events of the residents at which their process is killed, before they get a response. */
export const deadlyEvents = ['effect', 'model', 'mirror', 'approval'] as const;
export type DeadlyEvent = (typeof deadlyEvents)[number];

/** Death of the process at the `count`-th event of its kind since the previous death. */
export interface PlannedDeath {
  at: DeadlyEvent;
  count: number;
  downMs: number;
}

export interface ResidentPlan {
  residents: PlannedResident[];
  deaths: PlannedDeath[];
  deviations: Deviation[];
  /** Conditions of the MCP server, one after the other. */
  moods: { forMs: number; mood: ServerMood }[];
  /** The same from the end of the faults on: a changed tool is refused for as long as it stays changed. */
  lastMood: 'well' | 'lies';
  link: LinkFaults;
  /** Times at which the store serves older certified policies. */
  rollbacks: PlannedRollback[];
  /** True if the process starts once more after the faults. Otherwise the same one has to continue everything. */
  isRestarted: boolean;
}

const agentIds: readonly string[] = ['resident-a', 'resident-b'];
/** Scenes of each resident. */
const scenesEach = 4;
const deathsEach = 3;
const mostDeviations = 40;
const mostMoods = 40;
const mostRollbacks = 3;

/** Everything around the residents that a seed determines. */
export function planResidents({ seed }: { seed: number }): ResidentPlan {
  return {
    residents: planScenes(getStream(seed, 'scenes')),
    deaths: planDeaths(getStream(seed, 'deaths of residents')),
    deviations: planDeviations(getStream(seed, 'models')),
    moods: planMoods(getStream(seed, 'servers')),
    link: planLink(getStream(seed, 'link')),
    rollbacks: planRollbacks(getStream(seed, 'rollbacks')),
    lastMood: pick(getStream(seed, 'last mood'), ['well', 'lies'] as const),
    isRestarted: getStream(seed, 'restart')() < 0.5,
  };
}

/** Deals the scenes like cards, so that each kind occurs in every second seed at least. */
function planScenes(random: Random): PlannedResident[] {
  const dealt = shuffled(random, sceneKinds);
  return agentIds.map((agentId, index) => ({
    agentId,
    scenes: dealt
      .slice(index * scenesEach, (index + 1) * scenesEach)
      .map((kind) => ({ kind, topicId: `${agentId}-${kind}` })),
  }));
}

/** Most deaths come in the middle of an effect, where a repetition would be worst. */
function planDeaths(random: Random): PlannedDeath[] {
  return Array.from({ length: deathsEach }, () => ({
    at: random() < 0.5 ? 'effect' : pick(random, deadlyEvents),
    count: 1 + Math.floor(random() * 3),
    downMs: Math.round(random() * 300),
  }));
}

const faults: readonly ModelFault[] = [
  { kind: 'error', status: 429, retryAfterSeconds: 0 },
  { kind: 'error', status: 500 },
  { kind: 'error', status: 503, afterChunks: 1 },
  { kind: 'cutStream', afterChunks: 1 },
  { kind: 'cutStream', afterChunks: 3 },
  { kind: 'slow', delayMs: 400, chunkDelayMs: 40 },
  { kind: 'hang', afterChunks: 1 },
  { kind: 'hugeAnswer', bytes: 300_000 },
  { kind: 'brokenArguments' },
  { kind: 'wrongToolName' },
  { kind: 'callWithoutId' },
  { kind: 'sameCallId' },
  { kind: 'emptyAnswer' },
  { kind: 'nonsenseBody' },
  { kind: 'wrongContentType' },
];
/** Names of the kinds of deviations that plans contain. */
export const faultKinds: readonly string[] = [...new Set(faults.map(({ kind }) => kind))];

function planDeviations(random: Random): Deviation[] {
  return Array.from({ length: mostDeviations }, () => ({
    afterMs: Math.round(200 + random() * 800),
    fault: pick(random, faults),
    times: 1 + Math.floor(random() * 2),
  }));
}

function planMoods(random: Random): ResidentPlan['moods'] {
  return Array.from({ length: mostMoods }, () => ({
    forMs: Math.round(500 + random() * 1_200),
    mood: pick(random, serverMoods),
  }));
}

function planLink(random: Random): LinkFaults {
  return {
    lost: 0.1 + random() * 0.2,
    answerLost: 0.1 + random() * 0.2,
    doubled: 0.1 + random() * 0.2,
    lateMs: Math.round(100 + random() * 400),
  };
}

function planRollbacks(random: Random): PlannedRollback[] {
  return Array.from({ length: mostRollbacks }, () => ({
    afterMs: Math.round(200 + random() * 1_000),
    // Residents read their policies every three seconds.
    forMs: Math.round(1_000 + random() * 2_500),
  }));
}
