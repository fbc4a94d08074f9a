import { requireCommitment } from '@agent-home/agent-runtime/run-log';
import { z } from 'zod';
import type { HouseholdEvidence, RunEvidence, SaidMessage } from '../residents/household-evidence.ts';
import { mostCalls } from '../residents/scenes.ts';
import { callsIn } from './effects-decided.ts';
import type { Finding } from './evidence.ts';

const check = 'resident runs';

const committedSchema = z.object({
  meta: z.object({ run: z.object({ run_id: z.string(), seq: z.int(), head: z.string() }) }),
});

/**
 * Requires that the log of each run verifies, replays byte for byte and keeps to its rules and budget; that an ended run stays as it
 * was; that each message of a resident commits to its run, once; and that residents work again after the faults.
 */
export function residentRuns(evidence: HouseholdEvidence): Finding[] {
  const { runs, kept, messages, silent, unexpectedExits, lag } = evidence;
  const known = new Map(runs.map((run) => [run.runId, run]));
  return [
    ...(lag === undefined
      ? []
      : [{ check, subject: 'mirror', problem: 'did not send all runs', detail: lag }]),
    ...runs.flatMap(judgeLog),
    ...kept.flatMap(({ runId, lines }) => {
      const now = known.get(runId)?.lines;
      const isSame = now?.length === lines.length && lines.every((line, index) => now[index] === line);
      return isSame
        ? []
        : [{ check, subject: runId, problem: now ? 'was changed after its end' : 'is lost' }];
    }),
    ...messages.flatMap((message) => judgeMessage(message, known)),
    ...findRepeated(messages),
    ...silent.map((subject) => ({ check, subject, problem: 'has answered nothing after the faults' })),
    ...unexpectedExits.map((problem) => ({ check, subject: 'process', problem })),
  ];
}

function judgeLog(run: RunEvidence): Finding[] {
  const { runId: subject, problem, isAuthentic } = run;
  const calls = callsIn(run).length;
  return [
    ...(problem === undefined
      ? []
      : [{ check, subject, problem: `has a log that does not hold: ${problem}` }]),
    ...(isAuthentic ? [] : [{ check, subject, problem: 'has a log that its machine does not recognize' }]),
    ...(calls > mostCalls ? [{ check, subject, problem: `made ${calls} of ${mostCalls} calls` }] : []),
  ];
}

function judgeMessage(
  { objectKey, agentId, text }: SaidMessage,
  runs: ReadonlyMap<string, RunEvidence>,
): Finding[] {
  const commitment = committedSchema.safeParse(JSON.parse(text)).data?.meta.run;
  if (!commitment) return [{ check, subject: objectKey, problem: 'names no run' }];
  const { run_id: runId, seq, head } = commitment;
  const run = runs.get(runId);
  if (!run) return [{ check, subject: objectKey, problem: 'names a run that is not there' }];
  try {
    requireCommitment({ agentId, runId, seq, head }, { runId, agentId: run.agentId, hashes: run.hashes });
  } catch (error) {
    return [{ check, subject: objectKey, problem: `does not commit to its run: ${String(error)}` }];
  }
  const isPrepared = run.records.some(({ type, data }) => {
    if (type !== 'call.prepared') return false;
    const prepared = data.prepared as Record<string, unknown>;
    return prepared.objectKey === objectKey && prepared.document === text;
  });
  return isPrepared ? [] : [{ check, subject: objectKey, problem: 'is not in the run that it names' }];
}

/** Requires that each call posts one message. */
function findRepeated(messages: readonly SaidMessage[]): Finding[] {
  const seen = new Map<string, string>();
  return messages.flatMap(({ objectKey, text }) => {
    const commitment = committedSchema.safeParse(JSON.parse(text)).data?.meta.run;
    const name = `${commitment?.run_id} ${commitment?.seq}`;
    const before = seen.get(name);
    seen.set(name, objectKey);
    return commitment !== undefined && before !== undefined && before !== objectKey
      ? [{ check, subject: objectKey, problem: `repeats ${before}` }]
      : [];
  });
}
