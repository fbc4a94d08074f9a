import type { RunFacts } from '@agent-home/agent-runtime/run-log';

/** Returns the facts of an erased run: its state, times and amounts, without a word of the log. */
export function withoutTexts({ title: _, message: __, ...facts }: RunFacts): RunFacts {
  return {
    ...facts,
    title: '',
    session_id: '',
    asked: '',
    tools: [],
    models: [],
    model: { provider: '', name: '' },
  };
}
