import type { RunStore } from '@agent-home/agent-runtime';
import { runEndedSchema } from '@agent-home/agent-runtime/run-log';
import { z } from 'zod';

/** The failure of a resident's latest run. */
export interface ResidentTrouble {
  agent: string;
  run_id: string;
  code: string;
  message: string;
}

/** Sessions of residents name agent, topic and home; those of conversations do not. */
const residentSession = /^[^@]+@[^@]+@[0-9a-f]{12}$/;
const endSchema = z.object({ type: z.literal('run.ended'), data: runEndedSchema });

/** Returns the residents whose latest run failed, according to the logs on this machine: in their home they are just silent. */
export async function residentTroubles(store: Pick<RunStore, 'list' | 'read'>): Promise<ResidentTrouble[]> {
  const seen = new Set<string>();
  const troubles: ResidentTrouble[] = [];
  for (const { agent, runId, sessionId, status, code = 'failed' } of await store.list()) {
    if (!residentSession.test(sessionId) || status === 'open' || seen.has(agent)) continue;
    seen.add(agent);
    if (status !== 'failed') continue;
    const last = (await store.read(runId)).lines.at(-1) ?? 'null';
    const message = endSchema.safeParse(JSON.parse(last)).data?.data.message;
    troubles.push({
      agent,
      run_id: runId,
      code,
      message: message ?? `see agent-home runs show ${runId}`,
    });
  }
  return troubles;
}
