import type { RecordData } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { faint, strong } from '../../terminal/colours.ts';
import { preview } from '../../terminal/untrusted-text.ts';

/** Describes the start of a workflow node, which is a checkpoint with the node's name. */
export function describeNode({ node, visit, agent }: RecordData<'graph.node_started'>): string[] {
  const times = visit === 1 ? '' : `, visit ${visit}`;
  const who = agent === undefined ? '' : ` (${shownText(agent)})`;
  return ['', `◆ ${strong(shownText(node))}${who}${times}`];
}

/** Describes the runs that do the work of a node; their own steps are in their logs. */
export function describeBranches({ attempt, branches }: RecordData<'graph.branches_started'>): string[] {
  const again = attempt === 1 ? '' : `, attempt ${attempt}`;
  const shown = branches.slice(0, 8).map(({ id, agent }) => `${shownText(id)} (${shownText(agent)})`);
  const more = branches.length > shown.length ? `, and ${branches.length - shown.length} more` : '';
  return [`  at work${again}: ${shown.join(', ')}${more}`];
}

export function describeBranchEnds({ results }: RecordData<'graph.branches_ended'>): string[] {
  return results.map(({ id, run_id, status, code }) =>
    faint(
      `    ${shownText(id)} ${status}${code === undefined ? '' : ` [${shownText(code)}]`}, run ${shownText(run_id)}`,
    ),
  );
}

export function describeNodeEnd({ node, output }: RecordData<'graph.node_ended'>): string[] {
  if (output === null) return [];
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  return [`  ${shownText(node)} gives: ${preview(text)}`];
}

/** Describes the taken edge, its condition, and the skipped edges. */
export function describeEdge({ to, condition, passed_by }: RecordData<'graph.edge_taken'>): string[] {
  const by = condition === undefined ? '' : ` because ${preview(condition)}`;
  const passed = passed_by.map(({ to: other, condition: not, error }) => {
    const why = error === undefined ? 'is false' : `cannot be evaluated: ${shownText(error)}`;
    return faint(`  not to ${shownText(other)}: ${preview(not)} ${why}`);
  });
  const end = passed_by.length > 0 && condition === undefined && to === 'END' ? ', as no edge holds' : '';
  return [...passed, `  → ${shownText(to)}${by}${end}`];
}
