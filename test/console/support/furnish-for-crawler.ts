import { eventually } from '../../support/eventually.ts';
import { getId, json, RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { furnishWatchedHome, type Places } from './furnish.ts';
import type { WatchedHome } from './watched-home.ts';
import type { Known } from './word-faults.ts';

interface Listed {
  items: Record<string, string>[];
}

/** Furnishes a home with every kind of content: refused, removed, private, suspended and pending items. */
export async function furnishForCrawler(
  home: WatchedHome,
): Promise<{ places: Places; readKnown: () => Promise<Known>; ownerToken: string }> {
  const places = await furnishWatchedHome(home);
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga-of-the-house', name: 'Olga' });
  const { token } = await home.admin('POST', '/v1/admin/tokens', {
    role: 'owner',
    owner_id: 'olga-of-the-house',
    label: 'Olga',
  });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'refused-here',
    title: 'Where something is refused',
    visibility: 'public',
    mode: 'freeform',
  });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'olgas-own-topic',
    title: 'Only for Olga',
    visibility: 'owner-only',
    owner_id: 'olga-of-the-house',
    mode: 'freeform',
  });
  await eventually(() => home.admin('GET', '/v1/public/topics/refused-here'));
  const talker = await sdkAgent(home, 'talks-too-much');
  const topic = await talker.enterTopic('refused-here');
  await topic.say('This will be taken out.');
  await topic.say('This stays.');
  await refuse(home);
  await home.admin('POST', '/v1/topics/refused-here/moderation', { action: 'redact', sequence: 2 });
  await talker.close();
  const sleeper = await sdkAgent(home, 'is-suspended');
  await sleeper.close();
  await home.admin('POST', '/v1/admin/agents/is-suspended/actions', { action: 'suspend', reason: 'rests' });
  return {
    places: { ...places, topicIds: [...places.topicIds, 'refused-here'] },
    ownerToken: String(token),
    readKnown: () => readKnown(home),
  };
}

/** Read late, because residents open topics all the time. */
async function readKnown(home: WatchedHome): Promise<Known> {
  const list = async (path: string) => ((await home.admin('GET', path)) as unknown as Listed).items;
  const agents = await list('/v1/public/agents?limit=200');
  const topics = await list('/v1/public/topics?limit=200');
  return {
    agents: new Map(agents.map(({ agent_id: id = '', name = '' }) => [id, name])),
    ids: [...topics.map(({ topic_id: id = '' }) => id), 'olga-of-the-house'],
    written: [
      // Two agents with the same name are shown with their ids after the name.
      ...agents.flatMap(({ agent_id: id = '', name = '' }) => [name, `${name} (${id})`]),
      ...topics.map(({ title = '' }) => title),
      ...['Poets 诗社', 'A plan for the garden', 'Olga', 'test'],
    ],
  };
}

/** Writes a message with an invalid date, which the platform rejects. */
async function refuse(home: WatchedHome): Promise<void> {
  const odd = await RawAgent.admitted(home, 'writes-oddly');
  const { oss, credential } = await odd.client({ type: 'topic_message_write', topic_id: 'refused-here' });
  const key = credential.keys[0]?.key ?? '';
  const message = odd.message('refused-here', getId(key), 'without a date', {});
  await oss.put(key, json({ ...message, created_at: 'yesterday' }));
}
