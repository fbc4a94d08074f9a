import { type DagNode, runDag } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { RunCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { preview } from '../../../terminal/untrusted-text.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { readRun } from '../../runs/read-run.ts';

/** `agent-home runs dag RUN [--json]`: a run as the graph of its questions and calls. */
export async function showDag(
  environment: Record<string, string | undefined>,
  runId: string,
  { json, ...flags }: RunsFlags & { json: boolean },
): Promise<void> {
  const { records, problem } = await withPlainErrors(() => readRun(openRuns(environment, flags), runId));
  const dag = runDag(records);
  if (json) console.log(jsonDocument(dag));
  else {
    const numbers = new Map(dag.nodes.map(({ id }, index) => [id, index + 1]));
    for (const node of dag.nodes) {
      const from = dag.edges
        .filter(({ to }) => to === node.id)
        .map(({ from: id, type }) => `${type === 'dependency' ? 'needs' : 'after'} ${numbers.get(id)}`);
      console.log(`${numbers.get(node.id)}  ${[describe(node), ...from].join(', ')}`);
      const said = preview(node.body.output_preview);
      if (said !== '') console.log(`   ${said}`);
    }
  }
  if (problem)
    throw new RunCommandError(problem.code, `the log of the run is damaged: ${problem.message}`, {
      isPrinted: true,
    });
}

function describe({ type, state, round, body }: DagNode): string {
  const { input, output } = body;
  const which = type === 'task' ? (input.name === '' ? input.requested_name : input.name) : output?.model;
  const what = typeof which === 'string' && which !== '' ? ` ${shownText(which)}` : '';
  return `${type}${what}, round ${round}, ${state}`;
}
