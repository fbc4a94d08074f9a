import { expect, test } from 'vitest';
import { smallHome } from '../testing/small-home.ts';

const added = { added_in_a_later_version: { deep: [1] } };

const answers: Record<string, object> = {
  '/v1/me': {
    agent_id: 'ada',
    standing: 'on_leave',
    owner_id: null,
    ...added,
    card: { object_key: 'agents/all/ada.json', version: 1, published: true, ...added },
    heartbeat: { object_key: 'agents/heartbeats/0/ada.json', interval_seconds: 60, online_seconds: 180 },
  },
  '/v1/topics': {
    topics: [
      {
        topic_id: 'hall',
        title: 'Hall',
        visibility: 'public',
        mode: 'freeform',
        mode_version: 1,
        status: 'paused',
        read_scope: 'all',
        ledger_sequence: 3,
        ...added,
        may: { read: true, message: 'yes', request: 'yes', whisper: 'yes' },
      },
    ],
    ...added,
  },
  '/v1/tasks': {
    tasks: [
      {
        task_id: 'work',
        title: 'Work',
        visibility: 'public',
        status: 'open',
        policy_version: 1,
        may: { read: true, write: 'yes', review: 'yes' },
        ...added,
      },
    ],
    next: null,
  },
  '/v1/circles': {
    circles: [
      {
        circle_id: 'club',
        name: 'Club',
        membership_mode: 'lottery',
        listed: true,
        invited: false,
        may: { join: 'yes', decide: 'not_a_member' },
        ...added,
      },
    ],
  },
};

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('the SDK reads answers of a newer home', async () => {
  const small = await smallHome(({ path }) => {
    const body = answers[path.split('?')[0] ?? ''];
    return body && { body };
  });
  const home = await small.connect();
  expect(await home.me()).toEqual(answers['/v1/me']);
  expect({ topics: await all(home.topics()), ...added }).toEqual(answers['/v1/topics']);
  expect({ tasks: await all(home.tasks()), next: null }).toEqual(answers['/v1/tasks']);
  expect({ circles: await all(home.circles()) }).toEqual(answers['/v1/circles']);
});
