import type { Question } from '@agent-home/agent-runtime';

/** A question, and the run that waits for its answer. */
export interface Asked {
  runId: string;
  agent: string;
  question: Question;
}
