import { once } from 'node:events';
import type { Meter } from '../costs/meter.ts';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import type { BenchHome } from './bench-home.ts';
import type { FloorAnswer, FloorTask } from './floor-process.ts';

/** Floor that works in a separate process. */
export interface FloorWorker {
  meter: Meter;
  /** Milliseconds that it took there. */
  perform(task: FloorTask): Promise<number[]>;
  close(): Promise<void>;
}

export async function startFloorWorker(home: BenchHome): Promise<FloorWorker> {
  const { child } = await forkTypeScript<'ready'>(new URL('floor-process.ts', import.meta.url), [
    JSON.stringify(home.floor.environment),
  ]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the floor ended (${code})`);
  });
  ended.catch(() => undefined);
  const perform = async (task: FloorTask) => {
    const heard = once(child, 'message');
    child.send(task);
    const [answer] = (await Promise.race([heard, ended])) as [FloorAnswer];
    if ('failed' in answer) throw new Error(`the floor: ${answer.failed}`);
    return answer.took;
  };
  return {
    meter: home.floorMeter(child.pid),
    perform,
    async close() {
      await perform({ kind: 'close' });
      await endFork(child);
    },
  };
}
