import { setTimeout as delay } from 'node:timers/promises';
import { type IdleHome, startIdleHome } from '../home/idle-home.ts';
import type { Bench } from '../measure.ts';

/** Time after which the work of a start is over. */
const warmUpSeconds = { full: 300, short: 60 };
const measuredSeconds = { full: 60, short: 30 };

/**
 * CPU use of a home without requests, in percent of one core over all its processes. Measured as `npm start` runs it with its
 * residents at their default pace, and without residents. One operation of the costs is one second.
 */
export const idleCpu: Bench = {
  name: 'idle_cpu',
  unit: '% of a core',
  floorName: 'the same home with nobody in it',
  target: { valueAtMost: 8, floorAtMost: 1 },
  pairs: { full: 2, short: 1 },
  onlyByName: true,
  async open({ short, warmUpSeconds: wished }) {
    const how = short ? 'short' : 'full';
    const [livedIn, empty] = [await startIdleHome({ lives: true }), await startIdleHome({ lives: false })];
    await delay((wished ?? warmUpSeconds[how]) * 1000);
    const toPercent = (home: IdleHome) => async () => {
      const seconds = measuredSeconds[how];
      const [began, before] = [performance.now(), home.seconds()];
      await home.meter.measure(seconds, () => delay(seconds * 1000));
      return ((home.seconds() - before) * 100_000) / (performance.now() - began);
    };
    return {
      meters: { value: livedIn.meter, floor: empty.meter },
      value: toPercent(livedIn),
      floor: toPercent(empty),
      async close() {
        await livedIn.close();
        await empty.close();
      },
    };
  },
};
