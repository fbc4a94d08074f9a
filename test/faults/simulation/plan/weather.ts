import type { EmulatorFaults, RequestFault } from '@agent-home/oss-emulator';
import { pick, type Random } from './streams.ts';

/** Probability of each fault of the store, between 0 and 1, and its duration in milliseconds. */
export interface Weather {
  name: string;
  storeError: number;
  storeThrottled: number;
  storeSlow: number;
  slowMs: number;
  answerLost: number;
  tokensThrottled: number;
  tokensError: number;
  eventLost: number;
  eventDoubled: number;
  eventLate: number;
  lateMs: number;
}

export const clear: Weather = {
  name: 'clear',
  storeError: 0,
  storeThrottled: 0,
  storeSlow: 0,
  slowMs: 0,
  answerLost: 0,
  tokensThrottled: 0,
  tokensError: 0,
  eventLost: 0,
  eventDoubled: 0,
  eventLate: 0,
  lateMs: 0,
};

const spells: readonly Weather[] = [
  clear,
  { ...clear, name: 'events lost', eventLost: 1 },
  { ...clear, name: 'some events lost', eventLost: 0.4 },
  { ...clear, name: 'events doubled and late', eventDoubled: 0.6, eventLate: 0.6, lateMs: 1_500 },
  { ...clear, name: 'store failing', storeError: 0.25 },
  { ...clear, name: 'store away', storeError: 1 },
  { ...clear, name: 'store throttled', storeThrottled: 0.25 },
  { ...clear, name: 'store slow', storeSlow: 0.5, slowMs: 250 },
  { ...clear, name: 'answers lost', answerLost: 0.15 },
  { ...clear, name: 'tokens away', tokensError: 1 },
  { ...clear, name: 'tokens throttled', tokensThrottled: 0.6, tokensError: 0.1 },
  {
    name: 'everything',
    storeError: 0.05,
    storeThrottled: 0.05,
    storeSlow: 0.2,
    slowMs: 150,
    answerLost: 0.05,
    tokensThrottled: 0.1,
    tokensError: 0.05,
    eventLost: 0.2,
    eventDoubled: 0.3,
    eventLate: 0.3,
    lateMs: 800,
  },
];

export function pickWeather(random: Random): Weather {
  return pick(random, spells);
}

/** Returns the faults of an emulator in the current weather. */
export function faultsIn(weather: () => Weather, random: { [Concern in keyof EmulatorFaults]-?: Random }) {
  return {
    store(): RequestFault | undefined {
      const now = weather();
      const [kind, slow] = [random.store(), random.store()];
      const delayed = slow < now.storeSlow ? { delayMs: Math.round(random.store() * now.slowMs) } : {};
      if (kind < now.storeError) return { ...delayed, refuse: 'error' };
      if (kind < now.storeError + now.storeThrottled) return { ...delayed, refuse: 'throttled' };
      if (kind < now.storeError + now.storeThrottled + now.answerLost)
        return { ...delayed, loseAnswer: true };
      return delayed;
    },
    sts(): RequestFault | undefined {
      const now = weather();
      const kind = random.sts();
      if (kind < now.tokensThrottled) return { refuse: 'throttled' };
      return kind < now.tokensThrottled + now.tokensError ? { refuse: 'error' } : undefined;
    },
    event(): number[] {
      const now = weather();
      const after = () => (random.event() < now.eventLate ? Math.ceil(random.event() * now.lateMs) : 0);
      if (random.event() < now.eventLost) return [];
      return random.event() < now.eventDoubled ? [after(), after()] : [after()];
    },
  } satisfies EmulatorFaults;
}
