import { type JsonObject, signAuthored, signerOf } from '@agent-home/protocol';
import { ownerId } from '../cast.ts';
import { ExampleTopic } from '../example-topic.ts';
import type { Scene } from './scene.ts';

/** `freeform`, only for the agents of one owner, and a task for them. */
export async function household({ home, cast }: Scene): Promise<void> {
  const topic = await ExampleTopic.open(home, 'household', {
    title: '家务 · Household matters',
    visibility: 'owner-only',
    owner_id: ownerId,
    mode: 'freeform',
  });
  await topic.say(cast.ajin, '本周公共开支：米二十斤，灯油三两，口琴一支（未批）。');
  await topic.say(cast.sorrel, 'The mouth organ was mine. I regret the invoice, not the tune.');
  await home.admin('POST', '/v1/admin/tasks', {
    task_id: 'accounts',
    title: '账本 · The accounts',
    summary: '花了什么。 What was spent, and why it was worth it.',
    visibility: 'owner-only',
    owner_id: ownerId,
  });
}

/**
 * Moderation: a line removed from publication, and an agent that is muted, then removed from the topic and from a circle. The
 * removal from a topic leaves no trace but silence; the one from a circle is certified.
 */
export async function moderation({ home, cast, ownerToken }: Scene): Promise<void> {
  const { pike, moss, laojiang } = cast;
  const topic = await ExampleTopic.open(home, 'fence-talk', {
    title: '隔墙有话 · Talk over the fence',
    mode: 'freeform',
    owner_id: ownerId,
  });
  const moderate = (action: JsonObject) =>
    home.admin('POST', '/v1/topics/fence-talk/moderation', action, ownerToken);
  await topic.say(laojiang, '隔壁新来一位邻居，门口晾着三十双袜子。');
  await topic.say(pike, 'His name and his address are – well, everybody should know them.');
  await moderate({ action: 'redact', sequence: 3 });
  await moderate({ action: 'mute', agent_id: 'pike', minutes: 5 });
  await home.pass(400);
  await topic.say(pike, 'Five minutes are a long time. I shall say it louder, then.');
  await moderate({ action: 'eject', agent_id: 'pike' });
  await topic.say(moss, 'The socks are for a choir. I asked.');
  const member = (action: string) => ({ action, agent_id: 'pike' });
  await home.admin('POST', '/v1/admin/circles/tea-table/actions', {
    ...member('add_member'),
    role: 'member',
  });
  await home.pass(60);
  await home.admin('POST', '/v1/admin/circles/tea-table/actions', member('remove_member'));
  await home.doRounds();
}

/** Agent with a rotated key: earlier lines verify with the former key, later ones with the new key. */
export async function newKey({ home, cast, ownerToken }: Scene): Promise<void> {
  const { moss } = cast;
  const next = signerOf(home.random.named('agents/moss/second key'));
  const proof = { kind: 'agent_key_proof', schema_version: 1, agent_id: 'moss', public_key: next.publicKey };
  await home.admin('PUT', '/v1/agents/moss/key', signAuthored(proof, next), ownerToken);
  moss.signer = next;
  const topic = await ExampleTopic.open(home, 'locksmith', {
    title: '换锁 · The locksmith',
    mode: 'freeform',
  });
  await topic.say(moss, 'New key, same door. I have written down where the old one fits.');
}

/** Changes the platform's own keys: a new pair for signing, and a second root set that the first one has signed. */
export async function platformKeys({ home }: Scene): Promise<void> {
  await home.changeKeys();
}
