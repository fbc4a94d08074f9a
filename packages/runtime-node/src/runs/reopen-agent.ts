import { askUserTool, type MemoryStore, type RunState, type ToolProvider } from '@agent-home/agent-runtime';
import type { PinnedMemory, PinnedSubagent, SessionMemory } from '@agent-home/agent-runtime/run-log';
import { DelegateTool } from '../delegating/delegate-tool.ts';
import type { AgentPorts } from '../driver/legs.ts';
import { ToolBox } from '../driver/tool-box.ts';
import { LongTermMemoryTools } from '../memory/long-term-memory-tools.ts';
import { SessionMemoryTool } from '../memory/session-memory.ts';
import { ResultReader } from '../outcomes/result-reader.ts';
import { UserQueryTool } from '../querying/user-query.ts';
import type { Vault } from '../vault/vault.ts';
import { changedTools } from './pin-run.ts';
import { usableTools } from './usable-tools.ts';

interface ToolLists {
  allow?: readonly string[];
}

/** Adds the runtime's own tools first, so that no provider takes their names. */
export function withOwnTools(
  providers: readonly ToolProvider[],
  {
    sessionMemory,
    memory,
    subagents = [],
    definition,
  }: {
    sessionMemory?: SessionMemory;
    memory?: PinnedMemory;
    subagents?: readonly PinnedSubagent[];
    definition: { tools: ToolLists };
  },
): readonly ToolProvider[] {
  // Requires the exact name: an agent without a list, or with `*`, may have no user to query.
  const mayQuery = definition.tools.allow?.includes(askUserTool) === true;
  return [
    ...(mayQuery ? [new UserQueryTool()] : []),
    ...(sessionMemory ? [new SessionMemoryTool(sessionMemory.keys)] : []),
    ...(memory ? [new LongTermMemoryTools()] : []),
    ...(subagents.length > 0 ? [new DelegateTool(subagents)] : []),
    new ResultReader(),
    ...providers,
  ];
}

/** Opens the ports of the active agent in a process that continues its run. Tools that have changed are withheld. */
export async function reopenAgent(
  state: RunState,
  acting: { providers: readonly ToolProvider[]; memory: MemoryStore | undefined },
  {
    vault,
    log,
    signal,
    projectIsTrusted,
  }: {
    vault: Vault | undefined;
    projectIsTrusted: boolean | undefined;
    log: (message: string, facts: Record<string, unknown>) => void;
    signal: AbortSignal;
  },
): Promise<AgentPorts> {
  const { started, rulebook } = state;
  await vault?.openFor(usableTools(state));
  const { session_memory: sessionMemory, memory, subagents, lists } = started;
  const providers = withOwnTools(acting.providers, {
    ...(sessionMemory === undefined ? {} : { sessionMemory }),
    ...(memory === undefined ? {} : { memory }),
    ...(subagents === undefined ? {} : { subagents }),
    definition: { tools: lists },
  });
  const { redaction } = rulebook;
  const { box, descriptions } = await ToolBox.open(providers, signal, {
    vault,
    redaction,
    projectIsTrusted,
  });
  const changed = changedTools(started.tools, descriptions);
  if (changed.size > 0)
    log('tools have changed since the run began', { run: started.run_id, tools: [...changed] });
  box.withhold(changed);
  return { tools: box, memory: acting.memory };
}
