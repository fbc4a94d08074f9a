import type { RunResult } from '@agent-home/runtime-node';

/** How a run ended, as one JSON document. */
export function resultDocument({ runId, state }: RunResult) {
  const { started, ended, head } = state;
  return {
    run_id: runId,
    session_id: started.session_id,
    agent: started.agent,
    status: ended?.status ?? 'open',
    ...(ended?.code === undefined ? {} : { code: ended.code }),
    answer: ended?.answer ?? '',
    usage: ended?.usage ?? null,
    head: head.hash,
  };
}

/** 0 where it answered. */
export function exitCodeOf({ state }: RunResult): 0 | 1 {
  return state.ended?.status === 'answered' ? 0 : 1;
}
