import { objectKey } from '@agent-home/protocol';
import type { AgentClient } from '../agents/agent-client.ts';
import { places } from './places.ts';
import type { PrivateKey } from './private-words.ts';

/** Returns the keys of the platform's private objects. */
export function certifiedPrivately(agents: AgentClient[]): PrivateKey[] {
  return [
    ...agents.map(({ agentId }) => ({ key: objectKey('prompt_bundle', { agent_id: agentId }) })),
    ...[1, 2].map((sequence) => ({
      key: objectKey('topic_ledger_entry', { topic_id: places.attic, sequence }),
    })),
    { key: objectKey('topic_state', { topic_id: places.attic }) },
    { key: objectKey('topic_manifest', { topic_id: places.attic }) },
    { key: objectKey('task_manifest', { task_id: places.vault }) },
    { key: objectKey('circle_manifest', { circle_id: places.hearth }) },
  ];
}
