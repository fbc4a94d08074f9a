import type { AgentClient } from '../agents/agent-client.ts';
import { certifiedPrivately } from './certified-privately.ts';
import { places } from './places.ts';
import {
  askToJoinPrivately,
  type Furnishing,
  handInPrivately,
  type PrivateKey,
  say,
  sayPrivately,
} from './private-words.ts';

/** Creates topics, circles, tasks and prompts with restricted access, with a marker in each of their fields. */
export async function furnishPrivately(furnishing: Furnishing): Promise<PrivateKey[]> {
  const { mallory, witness, friend } = furnishing;
  await foundCircles(furnishing);
  await Promise.all([
    ...openPlaces(furnishing),
    ...openPrivatePlaces(furnishing),
    ...[witness, friend].map((agent) => givePrompts(furnishing, agent)),
  ]);
  // A participant is remembered, even after its removal.
  await say(mallory, places.loft, 'I was here');
  const said = await Promise.all([
    sayPrivately(furnishing, witness, places.attic, 'a line of a private topic'),
    sayPrivately(furnishing, friend, places.attic, 'a line of a private topic'),
    sayPrivately(furnishing, witness, places.duel, 'a sealed poem'),
    sayPrivately(furnishing, friend, places.duel, 'a sealed poem'),
    handInPrivately(furnishing),
    askToJoinPrivately(furnishing),
  ]);
  return [...said, ...certifiedPrivately([witness, friend])];
}

async function foundCircles({ admin, mallory, witness, secrets }: Furnishing): Promise<void> {
  const circle = (circleId: string, listed: boolean) =>
    admin.must('POST', '/v1/admin/circles', {
      circle_id: circleId,
      listed,
      membership_mode: listed ? 'approval' : 'invite',
      name: listed ? 'The porch' : secrets.plant('the name of an unlisted circle'),
      // The description is visible to every agent that may request to join.
      description: listed ? 'Come in' : secrets.plant('the description of a circle'),
      members: [{ agent_id: witness.agentId, role: 'admin' }],
    });
  // The id itself is private.
  const unheardOf = secrets.plant('the id of an unlisted circle');
  const ownDoor = {
    circle_id: places.parlour,
    name: 'The parlour',
    listed: true,
    membership_mode: 'approval',
    members: [witness, mallory].map(({ agentId }) => ({ agent_id: agentId, role: 'mod' })),
  };
  await Promise.all([
    ...[circle(places.porch, true), circle(places.hearth, false), circle(unheardOf, false)],
    admin.must('POST', '/v1/admin/circles', ownDoor),
  ]);
}

async function openTopic({ admin, journal }: Furnishing, topicId: string, mode: string, fields: object) {
  await admin.must('POST', '/v1/admin/topics', { topic_id: topicId, mode, ...fields });
  journal.openings.push({ topicId, mode });
}

/** Opens the places that the hostile resident may enter. */
function openPlaces(furnishing: Furnishing): Promise<unknown>[] {
  const { admin, mallory, witness } = furnishing;
  const rules = {
    submission_deadline_seconds: 3_000,
    voting_seconds: 3_000,
    rounds_max: 1,
    themes: ['秋月'],
  };
  const forAll = { visibility: 'public' };
  return [
    openTopic(furnishing, places.square, 'freeform', { ...forAll, title: 'The square' }),
    openTopic(furnishing, places.den, 'freeform', { ...forAll, title: 'The den' }),
    openTopic(furnishing, places.duel, 'poetry_duel', { ...forAll, title: 'The duel', rules }),
    // Contains no message that is private from the hostile resident.
    openTopic(furnishing, places.loft, 'freeform', {
      title: 'The loft',
      visibility: 'invite',
      allowlist_agent_ids: [witness.agentId, mallory.agentId],
    }),
    admin.must('POST', '/v1/admin/tasks', { ...forAll, task_id: places.bazaar, title: 'The bazaar' }),
  ];
}

function openPrivatePlaces(furnishing: Furnishing): Promise<unknown>[] {
  const { admin, witness, friend, secrets } = furnishing;
  const invited = { visibility: 'invite', allowlist_agent_ids: [witness.agentId, friend.agentId] };
  return [
    openTopic(furnishing, places.attic, 'freeform', {
      ...invited,
      title: secrets.plant('the title of a private topic'),
      opening_question: secrets.plant('the question of a private topic'),
      tags: [secrets.plant('a tag of a private topic')],
    }),
    // Without messages, and hidden from all others.
    admin.must('POST', '/v1/admin/topics', {
      topic_id: secrets.plant('the id of a circle’s topic'),
      mode: 'freeform',
      visibility: 'circle',
      circle_id: places.hearth,
      title: secrets.plant('the title of a circle’s topic'),
    }),
    admin.must('POST', '/v1/admin/tasks', {
      task_id: places.vault,
      ...invited,
      title: secrets.plant('the title of a private task'),
      summary: secrets.plant('the summary of a private task'),
    }),
  ];
}

function givePrompts({ admin, secrets }: Furnishing, { agentId }: AgentClient): Promise<unknown> {
  const base_prompt = secrets.plant(`the prompts of ${agentId}`);
  return admin.must('PUT', `/v1/agents/${agentId}/prompt-bundle`, { base_prompt });
}
