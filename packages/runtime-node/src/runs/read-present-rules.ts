import { delegateTool, type RunState, rememberTool } from '@agent-home/agent-runtime';
import { memoryTools, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { PresentRules, RunLeg } from '@agent-home/agent-runtime/run-log';
import { collectLists } from './pin-run.ts';
import { getLimits } from './run-limits.ts';
import type { RunSetup } from './run-setup.ts';

/** Current rules of an agent, from its file and the settings. */
export type PresentSetup = Pick<RunSetup, 'definition' | 'policies' | 'limits'>;

export interface PresentHere {
  operator: Pick<RunSetup['operator'], 'autoApprove' | 'unlocked'>;
  /** Orders by name, without agents that no longer exist on this machine. */
  orders: ReadonlyMap<string, PresentSetup>;
}

/**
 * Reads the present rules for the agents of a run to be resumed.
 * @throws if they cannot be read, because a run does not continue under unknown rules
 */
export type ReadPresentRules = (agents: readonly string[]) => Promise<PresentHere>;

/** Returns the current rules in the form of a resumption's record. */
export async function presentRulesFor(state: RunState, read: ReadPresentRules): Promise<PresentRules> {
  const begun = collectAgents(state);
  const { operator, orders } = await read([...begun.keys()]);
  return {
    operator: { auto_approve: [...operator.autoApprove], unlocked: [...operator.unlocked] },
    agents: [...begun].flatMap(([agent, policies]) => {
      const order = orders.get(agent);
      if (!order) return [];
      const known = new Set(policies.map(getName));
      return [
        {
          agent,
          lists: collectLists(order.definition, collectOwnTools(order.definition)),
          policies: order.policies.filter((policy) => !known.has(getName(policy))),
          limits: getLimits(order),
        },
      ];
    }),
  };
}

/** Returns the agents whose rules hold in a run, with the policies that it began with; those above a delegated run are among them. */
function collectAgents({ first, legs }: RunState): Map<string, RunLeg['policies']> {
  const found = new Map<string, RunLeg['policies']>();
  for (const { agent, policies, present } of first.parent?.inherited ?? [])
    if (present === undefined) found.set(agent, policies);
  for (const [agent, { leg }] of legs.pinned.entries()) found.set(agent, leg.policies);
  return found;
}

function collectOwnTools({ teamwork }: RunSetup['definition']): string[] {
  const { memory, subagents } = teamworkSchema.parse(teamwork);
  return [
    ...((memory?.session ?? []).length > 0 ? [rememberTool] : []),
    ...(memory?.long_term ? memoryTools : []),
    ...(subagents ? [delegateTool] : []),
  ];
}

function getName({ name, version, sha256 }: { name: string; version: string; sha256: string }): string {
  return JSON.stringify([name, version, sha256]);
}
