import { describeHandoff, type Handoff } from '../handoff/handoff.ts';
import { splitStarted } from '../legs/start-leg.ts';
import type { PinnedHandoff, PinnedTool, RunLeg } from '../run-log/index.ts';
import { createTool, getStart } from './play-run.ts';

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
      return createTool({ name, description, parameters });
    }),
  };
}

/** Returns the pinned settings of an agent that may join a run. */
export function getMember(agent: string, changes: Partial<RunLeg> = {}): RunLeg {
  return splitStarted(getStart({ agent, title: agent, system_prompt: `You are ${agent}.`, ...changes })).leg;
}
