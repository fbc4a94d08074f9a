import { type RunState, rememberTool, storeMemoryTool } from '@agent-home/agent-runtime';
import { teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { PresentRules } from '@agent-home/agent-runtime/run-log';
import { limitsOf } from './limits-of.ts';
import { listsOf } from './pin-run.ts';
import type { RunOrder } from './run-order.ts';

/** Rules of an agent by its file and the settings of this moment. */
export type PresentOrder = Pick<RunOrder, 'definition' | 'policies' | 'limits'>;

export interface PresentHere {
  operator: Pick<RunOrder['operator'], 'autoApprove' | 'unlocked'>;
  /** Orders by name; agents that are not here any more are left out. */
  orders: ReadonlyMap<string, PresentOrder>;
}

/**
 * Reads the rules of this moment for the agents of a run that is to be resumed.
 * @throws where they cannot be read: a run does not continue by unknown rules
 */
export type ReadPresentRules = (agents: readonly string[]) => Promise<PresentHere>;

/** The rules of this moment as the record of a resumption holds them. */
export async function presentRulesFor(state: RunState, read: ReadPresentRules): Promise<PresentRules> {
  const begun = [...state.legs.pinned.entries()];
  const { operator, orders } = await read(begun.map(([agent]) => agent));
  return {
    operator: { auto_approve: [...operator.autoApprove], unlocked: [...operator.unlocked] },
    agents: begun.flatMap(([agent, { leg }]) => {
      const order = orders.get(agent);
      if (!order) return [];
      const known = new Set(leg.policies.map(nameOf));
      return [
        {
          agent,
          lists: listsOf(order.definition, ownToolsOf(order.definition)),
          policies: order.policies.filter((policy) => !known.has(nameOf(policy))),
          limits: limitsOf(order),
        },
      ];
    }),
  };
}

function ownToolsOf({ teamwork }: RunOrder['definition']): string[] {
  const { session = [], long_term } = teamworkSchema.parse(teamwork).memory ?? {};
  return [...(session.length > 0 ? [rememberTool] : []), ...(long_term ? [storeMemoryTool] : [])];
}

function nameOf({ name, version, sha256 }: { name: string; version: string; sha256: string }): string {
  return JSON.stringify([name, version, sha256]);
}
