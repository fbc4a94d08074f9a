import { setTimeout as delay } from 'node:timers/promises';
import { objectKey } from '@agent-home/protocol';
import type { StoreSettings } from '../../../apps/cli/src/configuration/store-settings.ts';
import { joinRequest } from '../../support/circles.ts';
import { type IssuedCredential, idOf } from '../../support/raw-agent.ts';
import { AgentClient, type GrantType, type Held } from '../agents/agent-client.ts';
import { openAgentStore } from '../agents/agent-store.ts';
import type { Journal } from '../journal/journal.ts';
import { TokenClient } from './admin-client.ts';
import { Secrets } from './secrets.ts';

/** Where the hostile resident may come, and where it may not. */
export const places = {
  /** A topic for everybody, in which it lives beside others. */
  square: 'square',
  /** A topic that its lines alone fill. */
  den: 'den',
  /** Public, with poems that nobody is shown yet. */
  duel: 'duel',
  /** Two agents' own. */
  attic: 'attic',
  /** A task for everybody. */
  bazaar: 'bazaar',
  /** A task that is not for it. */
  vault: 'vault',
  /** A circle that it may ask to be let into, and one that it may not know of. */
  porch: 'porch',
  hearth: 'hearth',
} as const;

export const names = {
  hostile: 'mallory',
  leaver: 'mallory-two',
  witness: 'witness',
  friend: 'friend',
  parting: 'parting',
} as const;

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
  /** Keys of what is private, and the hash of what lies there where it is known. */
  privateKeys: { key: string; sha256?: string }[];
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
  secrets.keep('the token of an owner', otherOwner.token);
  secrets.keep('the token of an admin', ground.adminToken);
  await Promise.all([
    enter(mallory, owner.token),
    enter(leaver, owner.token),
    enter(witness, otherOwner.token),
    enter(friend, otherOwner.token),
    enter(parting, otherOwner.token),
  ]);
  const privateKeys = await furnishPrivately({ admin, witness, friend, secrets, journal });
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
    },
    owner: new TokenClient(ground.url, owner.token),
    revocable,
  };
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

interface Furnishing {
  admin: TokenClient;
  witness: AgentClient;
  friend: AgentClient;
  secrets: Secrets;
  journal: Journal;
}

async function furnishPrivately(furnishing: Furnishing): Promise<Neighbourhood['privateKeys']> {
  const { admin, witness, friend, secrets, journal } = furnishing;
  const both = [witness.agentId, friend.agentId];
  const circle = (circleId: string, listed: boolean) =>
    admin.must('POST', '/v1/admin/circles', {
      ...{ circle_id: circleId, listed, membership_mode: listed ? 'approval' : 'invite' },
      name: listed ? 'The porch' : secrets.plant('the name of an unlisted circle'),
      // Whoever may ask to be let in is told what for.
      description: listed ? 'Come in' : secrets.plant('the description of a circle'),
      members: [{ agent_id: witness.agentId, role: 'admin' }],
    });
  // Nobody has any business to know even of its id.
  const unheardOf = secrets.plant('the id of an unlisted circle');
  await Promise.all([circle(places.porch, true), circle(places.hearth, false), circle(unheardOf, false)]);
  const invited = { visibility: 'invite', allowlist_agent_ids: both };
  const topic = async (topicId: string, mode: string, fields: object) => {
    await admin.must('POST', '/v1/admin/topics', { topic_id: topicId, mode, ...fields });
    journal.openings.push({ topicId, mode });
  };
  const longWindow = {
    submission_deadline_seconds: 3_000,
    voting_seconds: 3_000,
    rounds_max: 1,
    themes: ['秋月'],
  };
  await Promise.all([
    topic(places.square, 'freeform', { title: 'The square', visibility: 'public' }),
    topic(places.den, 'freeform', { title: 'The den', visibility: 'public' }),
    topic(places.duel, 'poetry_duel', { title: 'The duel', visibility: 'public', rules: longWindow }),
    topic(places.attic, 'freeform', {
      ...{ ...invited, title: secrets.plant('the title of a private topic') },
      opening_question: secrets.plant('the question of a private topic'),
      tags: [secrets.plant('a tag of a private topic')],
    }),
    // Played by nobody, and heard of by nobody else.
    admin.must('POST', '/v1/admin/topics', {
      ...{ topic_id: secrets.plant('the id of a circle’s topic'), mode: 'freeform', visibility: 'circle' },
      ...{ circle_id: places.hearth, title: secrets.plant('the title of a circle’s topic') },
    }),
    admin.must('POST', '/v1/admin/tasks', {
      task_id: places.bazaar,
      title: 'The bazaar',
      visibility: 'public',
    }),
    admin.must('POST', '/v1/admin/tasks', {
      ...{ task_id: places.vault, ...invited, title: secrets.plant('the title of a private task') },
      summary: secrets.plant('the summary of a private task'),
    }),
    ...[witness, friend].map(({ agentId }) =>
      admin.must('PUT', `/v1/agents/${agentId}/prompt-bundle`, {
        base_prompt: secrets.plant(`the prompts of ${agentId}`),
      }),
    ),
  ]);
  return [
    ...(await Promise.all([
      sayPrivately(furnishing, witness, places.attic, 'a line of a private topic'),
      sayPrivately(furnishing, friend, places.attic, 'a line of a private topic'),
      sayPrivately(furnishing, witness, places.duel, 'a sealed poem'),
      sayPrivately(furnishing, friend, places.duel, 'a sealed poem'),
      handInPrivately(furnishing),
      askToJoinPrivately(furnishing),
    ])),
    ...[witness, friend].map(({ agentId }) => ({ key: objectKey('prompt_bundle', { agent_id: agentId }) })),
    ...[1, 2].map((sequence) => ({
      key: objectKey('topic_ledger_entry', { topic_id: places.attic, sequence }),
    })),
    { key: objectKey('topic_state', { topic_id: places.attic }) },
    { key: objectKey('topic_manifest', { topic_id: places.attic }) },
    { key: objectKey('task_manifest', { task_id: places.vault }) },
    { key: objectKey('circle_manifest', { circle_id: places.hearth }) },
  ];
}

/** Once the container's manifest is in the bucket and the right is there. */
async function granted<Right>(ask: () => Promise<Right | undefined>, what: string): Promise<Right> {
  for (let tries = 0; tries < 80; tries += 1) {
    const right = await ask().catch(() => undefined);
    if (right) return right;
    await delay(100);
  }
  throw new Error(`${what} was not granted`);
}

async function sayPrivately({ secrets }: Furnishing, client: AgentClient, topicId: string, field: string) {
  const type: GrantType = 'topic_message_write';
  const held = await granted<Held>(
    async () => (await client.ask(topicId, [type]))[0],
    `${type} in ${topicId}`,
  );
  const { key, notAfter } = held.record.keys[0] ?? { key: '', notAfter: undefined };
  const text = client.message(topicId, idOf(key), { content: { text: `秋月 ${secrets.plant(field)}` } });
  await client.put(held, key, text, 'plain', notAfter);
  return { key, sha256: secrets.keepBytes(field, text) };
}

async function handInPrivately({ witness, secrets }: Furnishing) {
  const { store, prefix } = await writerOf(witness, { type: 'task_write', task_id: places.vault });
  const work = Buffer.from(secrets.plant('work in a private task'));
  await store.put(`${prefix}work.txt`, work);
  return { key: `${prefix}work.txt`, sha256: secrets.keepBytes('work in a private task', work) };
}

/** In the open. */
async function handIn(client: AgentClient, count: number): Promise<string[]> {
  const { store, prefix } = await writerOf(client, { type: 'task_write', task_id: places.bazaar });
  const keys = Array.from({ length: count }, (_, number) => `${prefix}honest-${number}.txt`);
  await Promise.all(keys.map((key) => store.put(key, Buffer.from(`honest work of ${client.agentId}`))));
  return keys;
}

async function askToJoinPrivately({ friend, secrets }: Furnishing) {
  const { store, keys } = await writerOf(friend, {
    type: 'circle_join_request_write',
    circle_id: places.porch,
  });
  const [key = ''] = keys;
  const note = secrets.plant('the note of a request to join');
  const text = JSON.stringify(joinRequest(places.porch, idOf(key), friend.agentId, note));
  await store.put(key, Buffer.from(text));
  return { key, sha256: secrets.keepBytes('a request to join', text) };
}

/** The credential of one grant that has nothing to do with a topic. */
export async function credentialOf(
  client: AgentClient,
  grant: Record<string, string>,
): Promise<IssuedCredential | undefined> {
  const { status, body } = await client.call('POST', '/v1/credentials', { grants: [grant] });
  return status === 200 ? (body.credentials as IssuedCredential[])[0] : undefined;
}

export async function writerOf(client: AgentClient, grant: Record<string, string>) {
  const credential = await granted(() => credentialOf(client, grant), JSON.stringify(grant));
  return {
    credential,
    store: openAgentStore(client.storeSettings, credential),
    keys: credential.keys.map(({ key }) => key),
    prefix: credential.prefixes.find(({ action }) => action === 'put')?.prefix ?? '',
  };
}
