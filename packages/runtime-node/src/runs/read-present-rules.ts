import { type RunState, rememberTool, storeMemoryTool } from '@agent-home/agent-runtime';
import { teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { PresentRules } from '@agent-home/agent-runtime/run-log';
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
  const begun = [...state.legs.pinned.entries()];
  const { operator, orders } = await read(begun.map(([agent]) => agent));
  return {
    operator: { auto_approve: [...operator.autoApprove], unlocked: [...operator.unlocked] },
    agents: begun.flatMap(([agent, { leg }]) => {
      const order = orders.get(agent);
      if (!order) return [];
      const known = new Set(leg.policies.map(getName));
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

function collectOwnTools({ teamwork }: RunSetup['definition']): string[] {
  const { session = [], long_term } = teamworkSchema.parse(teamwork).memory ?? {};
  return [...(session.length > 0 ? [rememberTool] : []), ...(long_term ? [storeMemoryTool] : [])];
}

function getName({ name, version, sha256 }: { name: string; version: string; sha256: string }): string {
  return JSON.stringify([name, version, sha256]);
}
