import type { AgentStore } from '../agent/agent-store.ts';
import type { ObjectStore } from '../port/object-store.ts';

/** Combines the agent's operations with the platform's adapter for the rest, so that one contract tests both. */
export function agentBeside(agent: AgentStore, platform: ObjectStore): ObjectStore {
  return {
    get: (...words) => agent.get(...words),
    getUploaded: (...words) => agent.getUploaded(...words),
    head: (...words) => agent.head(...words),
    put: (...words) => agent.put(...words),
    putIfAbsent: (...words) => agent.putIfAbsent(...words),
    ...(agent.putInParts && { putInParts: agent.putInParts.bind(agent) }),
    delete: (...words) => agent.delete(...words),
    list: (...words) => platform.list(...words),
    deleteListed: (...words) => platform.deleteListed(...words),
    presignPut: (...words) => platform.presignPut(...words),
    getLifecycle: () => platform.getLifecycle(),
    putLifecycle: (...words) => platform.putLifecycle(...words),
  };
}
