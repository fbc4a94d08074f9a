import { randomBytes } from 'node:crypto';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';

/** Pieces of the streamed response, so that a run has about 400 records. */
const pieces = 394;

/** Lines of a new run of an agent, as its log has them. */
export interface SampleRun {
  runId: string;
  agentId: string;
  lines: string[];
}

export function sampleRun(agentId: string): SampleRun {
  const runId = `run_${randomBytes(8).toString('hex')}`;
  return { runId, agentId, lines: linesOf(sealRun({ runId, agentId, pieces })) };
}
