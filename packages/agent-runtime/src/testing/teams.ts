import { describeHandoff, type Handoff } from '../handoff/handoff.ts';
import { legOf } from '../legs/start-leg.ts';
import type { PinnedHandoff, PinnedTool, RunLeg } from '../run-log/index.ts';
import { startOf, toolOf } from './play-run.ts';

/** Returns pinned handoffs, and their tools. */
export function handoffsTo(...handoffs: (Handoff | string)[]): {
  handoffs: PinnedHandoff[];
  tools: PinnedTool[];
} {
  const all = handoffs.map((each) => (typeof each === 'string' ? { to: each } : each));
  return {
    handoffs: all.map(({ to, when }) => ({
      to,
      tool: `handoff_to_${to}`,
      ...(when === undefined ? {} : { when }),
    })),
    tools: all.map((handoff) => {
      const { name, description, parameters } = describeHandoff(handoff);
      return toolOf({ name, description, parameters });
    }),
  };
}

/** An agent that may come into a run. */
export function memberOf(agent: string, changes: Partial<RunLeg> = {}): RunLeg {
  return legOf(startOf({ agent, title: agent, system_prompt: `You are ${agent}.`, ...changes }));
}
