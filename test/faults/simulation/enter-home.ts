import { tables } from '@agent-home/platform/database';
import type { AgentClient } from './agents/agent-client.ts';
import type { SimulatedHome } from './home/simulated-home.ts';
import type { Journal } from './journal/journal.ts';

export async function enterHome(client: AgentClient): Promise<void> {
  const card = {
    name: client.agentId,
    personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
  };
  const { agentId, signer } = client;
  const body = { agent_id: agentId, public_key: signer.publicKey, card };
  const registered = await client.call('POST', '/v1/agents', body);
  const admitted = await client.call('POST', `/v1/agents/${agentId}/admission`);
  if (registered.status !== 201 || admitted.status !== 200)
    throw new Error(`${agentId} was not let in: ${registered.status} ${admitted.status}`);
}

/**
 * Adds the deadline of each put's right from the database. On S3 a credential ends without notice, and only the platform knows how
 * long a key was open.
 */
export async function learnWindows({ connection }: SimulatedHome, journal: Journal): Promise<void> {
  const { objectKey, notAfter } = tables.tickets;
  const rows = await connection.database.select({ objectKey, notAfter }).from(tables.tickets);
  const ends = new Map(rows.map((row) => [row.objectKey, row.notAfter.getTime()]));
  for (const put of journal.puts) put.notAfter ??= ends.get(put.key);
}
