import { objectKey } from '@agent-home/protocol';
import { topicId } from '../../../../packages/modes/src/testing/alphabet/inputs.ts';
import type { SmallWorld } from '../testing/small-world.ts';

/** Fault, the change that causes it, and the expected finding: the check, and a part of its message. */
export type Doctored = [what: string, doctor: (world: SmallWorld) => void, check: string, problem: string];

export const stateKey = objectKey('topic_state', { topic_id: topicId });
export const lineKey = objectKey('topic_message', {
  topic_id: topicId,
  agent_id: 'ada',
  message_id: 'turn_000001_0001',
});

export function toEntry({ evidence }: SmallWorld, sequence: number) {
  const row = evidence.ledger.find((one) => one.sequence === sequence);
  if (!row) throw new Error(`there is no entry ${sequence}`);
  return row;
}

export function getPage({ journal }: SmallWorld, agentId: string) {
  const read = journal.reads.find((one) => one.agentId === agentId);
  if (!read) throw new Error(`${agentId} read nothing`);
  return read;
}
