import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunStore, RunWriter } from '@agent-home/agent-runtime';
import { FileRunStore } from '@agent-home/runtime-node';

/**
 * Moment at which the process kills itself: `behind` the record, before any further step; `before` the next one is written, when
 * its event has already happened; `within` the next one, of which half is written.
 */
export type Moment = 'behind' | 'before' | 'within';
export const moments: readonly Moment[] = ['behind', 'before', 'within'];

/** Runs on the disk, in a process that dies at a given record. */
export function killingStore(folder: string, runId: string, records: number, moment: Moment): RunStore {
  const store = new FileRunStore(folder);
  const create = async () => {
    const writer = await store.create(runId);
    return killingWriter(writer, { log: join(folder, runId, 'log.jsonl'), records, moment });
  };
  return {
    create,
    lock: (id) => store.lock(id),
    read: (id) => store.read(id),
    list: (filter) => store.list(filter),
    request: (id, request) => store.request(id, request),
  };
}

function killingWriter(
  writer: RunWriter,
  { log, records, moment }: { log: string; records: number; moment: Moment },
): RunWriter {
  let written = 0;
  return {
    tornBytes: 0,
    async append(lines, beside) {
      const room = records - written;
      const dies = moment === 'behind' ? lines.length >= room : lines.length > room;
      const whole = dies ? lines.slice(0, room) : lines;
      if (whole.length > 0) await writer.append(whole, beside);
      written += whole.length;
      if (!dies) return;
      const next = lines[room] ?? '';
      if (moment === 'within') appendFileSync(log, next.slice(0, Math.ceil(next.length / 2)));
      process.kill(process.pid, 'SIGKILL');
      // The signal arrives before any further step.
      await new Promise(() => {});
    },
    sync: () => writer.sync(),
    consumeRequests: () => writer.consumeRequests(),
    close: () => writer.close(),
  };
}
