import { sql } from 'drizzle-orm';
import { type FeedPage, readFeed } from '../../../support/feed.ts';
import { judged, published } from '../../../support/ledger.ts';
import { type Answer, RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

/** Home whose agents talk in topics and read the events in their feeds. */
export class FeedHome {
  readonly home: TestHome;

  private constructor(home: TestHome) {
    this.home = home;
  }

  static async start(): Promise<FeedHome> {
    return new FeedHome(await startHome());
  }

  async openTopic(topicId: string, fields: Record<string, unknown> = {}): Promise<void> {
    const topic = { topic_id: topicId, title: topicId, visibility: 'public', mode: 'freeform', ...fields };
    await this.home.admin('POST', '/v1/admin/topics', topic);
    await published(this.home);
  }

  /** Creates an agent that has consumed its admission. */
  async newcomer(agentId: string): Promise<RawAgent> {
    const agent = await RawAgent.admitted(this.home, agentId);
    await acknowledge(agent, { cursor: (await read(agent)).cursor });
    return agent;
  }

  async say(agent: RawAgent, topicId: string, text = 'a line'): Promise<number> {
    return (await judged(this.home, topicId, await agent.say(topicId, text))).sequence;
  }

  /** Number of feed rows for all followers of the topic. */
  async toRows(topicId: string): Promise<number> {
    const [row] = await this.home.open.platform.database.execute<{ count: string }>(
      sql`select count(*) from feed_events where topic_id = ${topicId} and agent_id is null`,
    );
    return Number(row?.count);
  }
}

export const read = (agent: RawAgent, query = ''): Promise<FeedPage> => readFeed(agent, query);

export function acknowledge(
  agent: RawAgent,
  body: { event_ids?: string[]; cursor?: string },
): Promise<Answer> {
  return agent.call('POST', '/v1/feed/ack', body);
}

export function follow(agent: RawAgent, topicId: string): Promise<Answer> {
  return agent.call('PUT', `/v1/topics/${topicId}/follow`);
}

/** Returns the entries of one topic, by their place in its ledger. */
export const entries = ({ events }: FeedPage, topicId: string) =>
  events.filter((event) => event.event_type === 'topic.entry' && event.topic_id === topicId);

export const sequences = (page: FeedPage, topicId: string) =>
  entries(page, topicId).map(({ payload }) => payload.sequence);
