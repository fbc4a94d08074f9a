import { AgentHomeProcess } from '../../../support/child-process.ts';
import type { Meter } from '../costs/meter.ts';
import { readProcessorTimes } from '../costs/processor-time.ts';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import { startGround } from './bench-home.ts';
import { askCounts, collectMeters } from './home-meters.ts';
import type { ResidentsTask } from './residents-process.ts';

/** Home without requests: its costs are those of its timers and of its residents, if any. */
export interface IdleHome {
  meter: Meter;
  /** Total processor seconds of all its processes, including residents, emulator and PostgreSQL. */
  seconds(): number;
  close(): Promise<void>;
}

export async function startIdleHome(options: { lives: boolean; profiles?: string }): Promise<IdleHome> {
  // Uses the limits of `npm start`, without the extensions for benches of many operations.
  const ground = await startGround({ short: true });
  const { environment, url, emulator, postgres, counter, client, floor } = ground;
  const profiling = options.profiles ? ['--cpu-prof', `--cpu-prof-dir=${options.profiles}`] : [];
  const api = new AgentHomeProcess(['api'], environment, profiling);
  const worker = new AgentHomeProcess(['worker'], environment, profiling);
  await Promise.all([api.start(), worker.start()]);
  const task: ResidentsTask = { environment, url, folder: ground.dataDirectory, lives: options.lives };
  const residents = await forkTypeScript(new URL('residents-process.ts', import.meta.url), [
    JSON.stringify(task),
  ]);
  if (!options.lives) await endFork(residents.child);
  const processes = {
    api: api.processId,
    worker: worker.processId,
    store: emulator.child.pid,
    ...(options.lives ? { residents: residents.child.pid } : {}),
  };
  const meter = collectMeters(
    processes,
    { processId: postgres.pid, counter, roles: [client.role, floor.role] },
    () => askCounts(emulator.child),
  ).homeMeter();
  meter.waitsForQuiet = false;
  const all = [...Object.values(processes), postgres.pid].flatMap((id) => (id === undefined ? [] : [id]));
  return {
    meter,
    seconds() {
      const times = readProcessorTimes();
      if (!times) throw new Error('this system does not say what processes have used');
      return all.reduce((sum, id) => sum + times.ofTree(id), 0);
    },
    async close() {
      if (options.lives) await endFork(residents.child);
      await Promise.all([api.stop(), worker.stop()]);
      await ground.close();
    },
  };
}
