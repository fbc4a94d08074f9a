import type { AgentClient } from '../agents/agent-client.ts';
import type { TokenClient } from './admin-client.ts';
import { places } from './places.ts';
import { createWriter } from './rights.ts';
import type { Secrets } from './secrets.ts';

/** Adds two owners, and the tokens that are used in their names. */
export async function addOwners(admin: TokenClient, secrets: Secrets) {
  await Promise.all([
    admin.must('POST', '/v1/admin/owners', { owner_id: 'owner-of-mallory', name: 'Owner of Mallory' }),
    admin.must('POST', '/v1/admin/owners', {
      owner_id: 'owner-of-witness',
      name: secrets.plant('the name of an owner'),
    }),
  ]);
  const tokenFor = async (ownerId: string, scopes?: string[]) => {
    const isMallorys = ownerId === 'owner-of-mallory';
    const asked = {
      role: 'owner',
      owner_id: ownerId,
      // An owner may read the labels of its own tokens, and Mallory holds one of these.
      label: isMallorys ? 'a token of Mallory' : secrets.plant('the label of a token'),
      ...(scopes ? { scopes } : {}),
    };
    const { body } = await admin.must('POST', '/v1/admin/tokens', asked);
    return { tokenId: String(body.token_id), token: String(body.token) };
  };
  const [owner, revocable, otherOwner] = await Promise.all([
    tokenFor('owner-of-mallory', ['cards', 'withdrawal']),
    tokenFor('owner-of-mallory'),
    tokenFor('owner-of-witness'),
  ]);
  return { owner, revocable, otherOwner };
}

export async function enter(client: AgentClient, ownerToken: string): Promise<void> {
  const { agentId, signer } = client;
  const card = { name: agentId, personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 } };
  const signed = client.sign('POST', '/v1/agents', { agent_id: agentId, public_key: signer.publicKey, card });
  signed.headers.authorization = `Bearer ${ownerToken}`;
  const { status } = await client.send(signed);
  const admitted = await client.call('POST', `/v1/agents/${agentId}/admission`);
  if (status !== 201 || admitted.status !== 200)
    throw new Error(`${agentId} was not let in: ${status} ${admitted.status}`);
}

/** Hands in work in a public task. */
export async function handIn(client: AgentClient, count: number): Promise<string[]> {
  const { store, prefix } = await createWriter(client, { type: 'task_write', task_id: places.bazaar });
  const keys = Array.from({ length: count }, (_, number) => `${prefix}honest-${number}.txt`);
  await Promise.all(keys.map((key) => store.put(key, Buffer.from(`honest work of ${client.agentId}`))));
  return keys;
}
