import { objectKey } from '@agent-home/protocol';
import { joinRequest } from '../../support/circles.ts';
import { idOf } from '../../support/raw-agent.ts';
import type { AgentClient, GrantType, Held } from '../agents/agent-client.ts';
import type { Journal } from '../journal/journal.ts';
import type { TokenClient } from './admin-client.ts';
import { places } from './places.ts';
import { granted, writerOf } from './rights.ts';
import type { Secrets } from './secrets.ts';

/** Something private: where it lies, and the hash of what lies there where it is known. */
export interface PrivateKey {
  key: string;
  sha256?: string;
}

interface Furnishing {
  admin: TokenClient;
  mallory: AgentClient;
  witness: AgentClient;
  friend: AgentClient;
  secrets: Secrets;
  journal: Journal;
}

/** Topics, circles, tasks and prompts that are not for everybody, a marker in each of their fields. */
export async function furnishPrivately(furnishing: Furnishing): Promise<PrivateKey[]> {
  const { admin, mallory, witness, friend, secrets, journal } = furnishing;
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
  const ownDoor = {
    ...{ circle_id: places.parlour, name: 'The parlour', listed: true, membership_mode: 'approval' },
    members: [witness, mallory].map(({ agentId }) => ({ agent_id: agentId, role: 'mod' })),
  };
  await Promise.all([
    ...[circle(places.porch, true), circle(places.hearth, false), circle(unheardOf, false)],
    admin.must('POST', '/v1/admin/circles', ownDoor),
  ]);
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
    // In which nothing is said that the hostile resident may not know.
    topic(places.loft, 'freeform', {
      ...{ title: 'The loft', visibility: 'invite' },
      allowlist_agent_ids: [witness.agentId, mallory.agentId],
    }),
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
  // Whoever has taken part is remembered, also when it is put out.
  await say(mallory, places.loft, 'I was here');
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

export async function sayPrivately(
  { secrets }: Pick<Furnishing, 'secrets'>,
  client: AgentClient,
  topicId: string,
  field: string,
) {
  const { key, text } = await say(client, topicId, `秋月 ${secrets.plant(field)}`);
  return { key, sha256: secrets.keepBytes(field, text) };
}

async function say(client: AgentClient, topicId: string, words: string) {
  const type: GrantType = 'topic_message_write';
  const held = await granted<Held>(
    async () => (await client.ask(topicId, [type]))[0],
    `${type} in ${topicId}`,
  );
  const { key, notAfter } = held.record.keys[0] ?? { key: '', notAfter: undefined };
  const text = client.message(topicId, idOf(key), { content: { text: words } });
  await client.put(held, key, text, 'plain', notAfter);
  return { key, text };
}

async function handInPrivately({ witness, secrets }: Furnishing) {
  const { store, prefix } = await writerOf(witness, { type: 'task_write', task_id: places.vault });
  const work = Buffer.from(secrets.plant('work in a private task'));
  await store.put(`${prefix}work.txt`, work);
  return { key: `${prefix}work.txt`, sha256: secrets.keepBytes('work in a private task', work) };
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
