import type { PresentSetup, ReadPresentRules } from '@agent-home/runtime-node';
import { AgentError } from './agent-error.ts';
import type { AgentSource } from './agent-source.ts';
import { findMember } from './collect-sources.ts';

/** Returns the reader of the rules under which a run of these agents is resumed. */
export function readPresentRules(
  { settings: { approvals } }: AgentSource,
  sources: readonly AgentSource[],
): ReadPresentRules {
  return async (agents) => {
    const orders = new Map<string, PresentSetup>();
    for (const name of agents) {
      const source = memberIfAny(name, sources);
      if (!source) continue;
      const { definition, file, settings } = source;
      orders.set(name, { definition, policies: file?.policies ?? [], limits: settings.limits });
    }
    return { operator: { autoApprove: approvals.autoApprove, unlocked: approvals.unlock }, orders };
  };
}

/** @throws AgentError for an agent that is there, but cannot run: a run does not continue under unknown rules */
function memberIfAny(name: string, sources: readonly AgentSource[]): AgentSource | undefined {
  try {
    return findMember(name, sources);
  } catch (error) {
    if (error instanceof AgentError && error.code === 'invalid_agent') return undefined;
    throw error;
  }
}
