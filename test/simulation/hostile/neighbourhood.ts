import type { StoreSettings } from '../../../apps/cli/src/configuration/store-settings.ts';
import type { IssuedCredential } from '../../support/raw-agent.ts';
import { AgentClient } from '../agents/agent-client.ts';
import type { Journal } from '../journal/journal.ts';
import { TokenClient } from './admin-client.ts';
import { names, places } from './places.ts';
import { furnishPrivately } from './private-rooms.ts';
import type { PrivateKey } from './private-words.ts';
import { credentialOf, granted, writerOf } from './rights.ts';
import { Secrets } from './secrets.ts';

export interface Neighbourhood {
  url: string;
  store: StoreSettings;
  admin: TokenClient;
  /** Of the hostile resident's owner: good for its cards alone. */
  owner: TokenClient;
  /** Of the same owner, to be revoked while it is in use. */
  revocable: { tokenId: string; token: string };
  mallory: AgentClient;
  leaver: AgentClient;
  witness: AgentClient;
  friend: AgentClient;
  /** An honest agent that will leave, and wants nothing of it left behind. */
  parting: AgentClient;
  /** Work of honest agents in the open, to be removed and erased. */
  works: { witness: string[]; parting: string[] };
  secrets: Secrets;
  privateKeys: PrivateKey[];
  /** To a topic that the hostile resident will be put out of. */
  formerRight: IssuedCredential;
}

interface Ground {
  url: string;
  store: StoreSettings;
  adminToken: string;
  seed: number;
}

/** Furnishes a home with what is private, and lets a hostile resident move in next door. */
export async function furnish(ground: Ground, journal: Journal): Promise<Neighbourhood> {
  const secrets = new Secrets();
  const admin = new TokenClient(ground.url, ground.adminToken);
  const client = (agentId: string) => new AgentClient(agentId, ground, journal);
  const [mallory, leaver] = [client(names.hostile), client(names.leaver)];
  const [witness, friend, parting] = [client(names.witness), client(names.friend), client(names.parting)];
  const { owner, revocable, otherOwner } = await addOwners(admin, secrets);
  secrets.keep('the token of an owner', otherOwner.token);
  secrets.keep('the token of an admin', ground.adminToken);
  await Promise.all([
    enter(mallory, owner.token),
    enter(leaver, owner.token),
    enter(witness, otherOwner.token),
    enter(friend, otherOwner.token),
    enter(parting, otherOwner.token),
  ]);
  const privateKeys = await furnishPrivately({ admin, mallory, witness, friend, secrets, journal });
  const formerRight = await granted(
    () => credentialOf(mallory, { type: 'topic_read', topic_id: places.loft }),
    'to read the loft',
  );
  const works = { witness: await handIn(witness, 4), parting: await handIn(parting, 4) };
  return {
    ...{
      url: ground.url,
      store: ground.store,
      admin,
      mallory,
      leaver,
      witness,
      friend,
      parting,
      works,
      secrets,
      privateKeys,
      formerRight,
    },
    owner: new TokenClient(ground.url, owner.token),
    revocable,
  };
}

/** Two owners, and the tokens that are used in their names. */
async function addOwners(admin: TokenClient, secrets: Secrets) {
  await Promise.all([
    admin.must('POST', '/v1/admin/owners', { owner_id: 'owner-of-mallory', name: 'Owner of Mallory' }),
    admin.must('POST', '/v1/admin/owners', {
      owner_id: 'owner-of-witness',
      name: secrets.plant('the name of an owner'),
    }),
  ]);
  const tokenFor = async (ownerId: string, scopes?: string[]) => {
    const asked = {
      role: 'owner',
      owner_id: ownerId,
      label: secrets.plant('the label of a token'),
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

async function enter(client: AgentClient, ownerToken: string): Promise<void> {
  const { agentId, signer } = client;
  const card = { name: agentId, personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 } };
  const signed = client.sign('POST', '/v1/agents', { agent_id: agentId, public_key: signer.publicKey, card });
  signed.headers.authorization = `Bearer ${ownerToken}`;
  const { status } = await client.send(signed);
  const admitted = await client.call('POST', `/v1/agents/${agentId}/admission`);
  if (status !== 201 || admitted.status !== 200)
    throw new Error(`${agentId} was not let in: ${status} ${admitted.status}`);
}

/** In the open. */
async function handIn(client: AgentClient, count: number): Promise<string[]> {
  const { store, prefix } = await writerOf(client, { type: 'task_write', task_id: places.bazaar });
  const keys = Array.from({ length: count }, (_, number) => `${prefix}honest-${number}.txt`);
  await Promise.all(keys.map((key) => store.put(key, Buffer.from(`honest work of ${client.agentId}`))));
  return keys;
}
