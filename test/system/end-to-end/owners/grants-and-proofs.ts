import { type JsonObject, type Signer, signAuthored } from '@agent-home/protocol';
import { readFeed } from '../../../support/feed.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';

const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
export const card = (fields: JsonObject = {}) => ({ name: 'Ada', personality, ...fields });
export const write = (topicId: string) => ({ type: 'topic_message_write', topic_id: topicId });
export const join = (topicId: string) => ({ type: 'topic_request_write', topic_id: topicId });

/** Returns the code of a denied grant, or the number of credentials. */
export async function deniedFor(
  agent: RawAgent,
  grant: { type: string; topic_id?: string },
): Promise<unknown> {
  const { denied, credentials } = await agent.ask(grant);
  return denied[0]?.code ?? `${credentials.length} credentials`;
}

export async function feedTypes(agent: RawAgent): Promise<string[]> {
  return (await readFeed(agent)).events.map((event) => event.event_type);
}

export function keyProof(agentId: string, signer: Signer): JsonObject {
  const proof = { kind: 'agent_key_proof', schema_version: 1, agent_id: agentId };
  return signAuthored({ ...proof, public_key: signer.publicKey }, signer);
}
