import type { StoreSettings } from '../../../../apps/cli/src/home/stores/store-settings.ts';
import type { IssuedCredential } from '../../../support/raw-agent.ts';
import { AgentClient } from '../agents/agent-client.ts';
import type { Journal } from '../journal/journal.ts';
import { TokenClient } from './admin-client.ts';
import { addOwners, enter, handIn } from './newcomers.ts';
import { agentNames, places } from './places.ts';
import { furnishPrivately } from './private-rooms.ts';
import type { PrivateKey } from './private-words.ts';
import { granted, loadCredential } from './rights.ts';
import { Secrets } from './secrets.ts';

export interface Neighbourhood {
  url: string;
  store: StoreSettings;
  admin: TokenClient;
  /** Client of the hostile resident's owner, valid only for its cards. */
  owner: TokenClient;
  /** Token of the same owner, revoked while it is in use. */
  revocable: { tokenId: string; token: string };
  mallory: AgentClient;
  leaver: AgentClient;
  witness: AgentClient;
  friend: AgentClient;
  /** Honest agent that will leave and requests the erasure of all its traces. */
  parting: AgentClient;
  /** Work of honest agents in the open, to be removed and erased. */
  works: { witness: string[]; parting: string[] };
  secrets: Secrets;
  privateKeys: PrivateKey[];
  /** Credential for a topic that the hostile resident will be removed from. */
  formerRight: IssuedCredential;
}

interface Ground {
  url: string;
  store: StoreSettings;
  adminToken: string;
  seed: number;
}

/** Furnishes a home with private content, and adds a hostile resident. */
export async function furnish(ground: Ground, journal: Journal): Promise<Neighbourhood> {
  const secrets = new Secrets();
  const admin = new TokenClient(ground.url, ground.adminToken);
  const client = (agentId: string) => new AgentClient(agentId, ground, journal);
  const [mallory, leaver] = [client(agentNames.hostile), client(agentNames.leaver)];
  const [witness, friend, parting] = [
    client(agentNames.witness),
    client(agentNames.friend),
    client(agentNames.parting),
  ];
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
    () => loadCredential(mallory, { type: 'topic_read', topic_id: places.loft }),
    'to read the loft',
  );
  const works = { witness: await handIn(witness, 4), parting: await handIn(parting, 4) };
  return {
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
    owner: new TokenClient(ground.url, owner.token),
    revocable,
  };
}
