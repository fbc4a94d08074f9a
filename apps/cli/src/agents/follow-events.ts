import { checkedValue, type KairoEvent, putBack, type RunRecord } from '@agent-home/run-log';
import type { RunStore } from '@agent-home/runtime';
import type { AgentRuntime } from '@agent-home/runtime-node';
import { RunTeller } from '../runs/run-teller.ts';

/**
 * Tells a run while it goes on. Events come after the log has them: what is told is what stands there.
 * @param before what a run that goes on has in its log: it is known, and not told again
 * @returns waits until everything is told, and ends it
 */
export function tellRun(
  { runtime, store }: { runtime: AgentRuntime; store: RunStore },
  runId: string,
  { print, before = [] }: { print: (line: string) => void; before?: readonly RunRecord[] },
): () => Promise<void> {
  const teller = new RunTeller();
  for (const record of before) teller.tell(record);
  let told: Promise<void> = Promise.resolve();
  let values: Promise<(sha256: string) => string | undefined> | undefined;
  const tell = async (event: KairoEvent) => {
    values ??= store.read(runId).then(({ value }) => value);
    const data = putBack(event.data, checkedValue(await values, 0)) as RunRecord['data'];
    for (const line of teller.tell({ ...event, data })) print(line);
  };
  const end = runtime.on('**', (event) => {
    if (event.correlationId === runId) told = told.then(() => tell(event));
  });
  return async () => {
    // Handlers are called in microtasks: those of the last records are due before this one.
    await Promise.resolve();
    await told;
    end();
  };
}
