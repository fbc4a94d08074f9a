import type { RunStore, RunWriter } from '@agent-home/agent-runtime';
import { FileRunStore } from '@agent-home/runtime-node';

/** Stored runs of a process that dies after a number of writes: no later write of any of its runs reaches the disk. */
export function dyingStore(folder: string, writes: number): RunStore & { hasDied(): boolean } {
  const store = new FileRunStore(folder);
  let left = writes;
  let hasDied = false;
  const dying = (writer: RunWriter): RunWriter => ({
    tornBytes: writer.tornBytes,
    async append(lines, beside) {
      if (left <= 0) hasDied = true;
      if (hasDied) throw new Error('the process died');
      left -= 1;
      await writer.append(lines, beside);
    },
    async sync() {
      if (hasDied) throw new Error('the process died');
      await writer.sync();
    },
    consumeRequests: () => writer.consumeRequests(),
    close: () => writer.close(),
  });
  return {
    create: async (runId) => dying(await store.create(runId)),
    lock: async (runId) => dying(await store.lock(runId)),
    read: (runId) => store.read(runId),
    list: (filter) => store.list(filter),
    request: (runId, request) => store.request(runId, request),
    hasDied: () => hasDied,
  };
}
