import type { InheritedRules } from '@agent-home/policy';
import type { PinnedGraph } from '@agent-home/run-log';
import { KnownValues } from '../state/known-values.ts';
import { LayeredMap } from '../state/layered-map.ts';
import type { AgentContext } from '../state/legs-state.ts';
import type { StepResult } from '../state/next.ts';
import type { RunState } from '../state/run-state.ts';
import { chainWith } from './begin-leg.ts';

/**
 * A workflow was told something: its own model is asked nothing, its nodes are. A fork begins at the node where it was forked, with
 * all that was known there.
 */
export function beginGraph(
  before: RunState,
  { pinned, task, cause }: { pinned: PinnedGraph; task: string; cause: number },
): StepResult {
  const { start } = pinned;
  const bound: InheritedRules[] = chainWith(before);
  const contexts = LayeredMap.of(
    (start?.contexts ?? []).map(({ agent, ...context }): [string, AgentContext] => [agent, context]),
  );
  const state: RunState = {
    ...before,
    input: task,
    tainted: before.tainted || start?.tainted === true,
    legs: { ...before.legs, contexts },
    graph: {
      ...{ pinned, bound, task, node: '', isAtWork: false, lastAnswer: '', steps: 0 },
      nodes: new Map(pinned.nodes.map((node) => [node.name, node])),
      visits: LayeredMap.of(Object.entries(start?.visits ?? {})),
      known: KnownValues.of(start?.values ?? {}, Object.keys(start?.visits ?? {})),
    },
  };
  return { state, next: { to: 'node', cause, node: start?.node ?? pinned.entry } };
}
