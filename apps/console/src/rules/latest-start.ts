import { type RunStarted, RunVerifier, runStartedSchema } from '@agent-home/agent-runtime/run-log';
import { runEndpoints } from '@agent-home/http-contract';
import { read } from '../read/api.ts';

/** Start of the newest mirrored run of an agent; `started` is absent if its texts were erased or are not valid. */
export interface LatestStart {
  runId: string;
  startedAt: string;
  started?: RunStarted;
}

/**
 * Returns the newest run of an agent with its first record, verified in this browser. Null without a run.
 * @throws Problem
 */
export async function readLatestStart(agentId: string, signal: AbortSignal): Promise<LatestStart | null> {
  const { items } = await read(
    runEndpoints.list,
    { query: { agent_id: agentId, delegated: 'false', limit: 1 } },
    signal,
  );
  const [run] = items;
  if (run === undefined) return null;
  const latest = { runId: run.run_id, startedAt: run.started_at };
  const { records, values } = await read(
    runEndpoints.readRecords,
    { params: { run_id: run.run_id }, query: { agent_id: agentId, from_seq: 0, limit: 1 } },
    signal,
  );
  const text = records[0]?.text;
  if (text === undefined) return latest;
  const texts = new Map(values.map((value) => [value.sha256, value.text]));
  try {
    const first = new RunVerifier((sha256) => texts.get(sha256), { isCopy: true }).take(text);
    const started = runStartedSchema.safeParse(first.data).data;
    return started === undefined ? latest : { ...latest, started };
  } catch {
    return latest;
  }
}
