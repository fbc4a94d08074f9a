import { describeLoad, isQuiet, loadBetween, type MachineLoad } from './machine-load.ts';
import { readLoad } from './read-load.ts';

/** Load of a measurement without repeatable samples: it is reported, and the run does not wait for quiet. */
export interface RunLoad {
  load: MachineLoad;
  busy: boolean;
  /** `quiet (…)` or `busy (…)`, for a line of a report. */
  text: string;
}

export function watchWholeRun(): () => RunLoad {
  const before = readLoad();
  return () => {
    const load = loadBetween(before, readLoad());
    const busy = !isQuiet(load);
    return { load, busy, text: `${busy ? 'busy' : 'quiet'} (${describeLoad(load)})` };
  };
}
