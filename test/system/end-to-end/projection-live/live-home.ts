import { judged, published } from '../../../support/ledger.ts';
import { newOwner, see } from '../../../support/look.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

export interface SearchAnswer {
  topics: { topic_id: string }[];
  agents: { agent_id: string }[];
  lines: { topic_id: string; sequence: number; text: string; title: string }[];
  next_cursor?: string;
}

/** Home with a public topic, `hall`, and one to which ada alone is invited, `cellar`. */
export class LiveHome {
  readonly home: TestHome;
  readonly ada: RawAgent;
  /** Token of an owner without agents here. */
  readonly otto: string;

  constructor(home: TestHome, ada: RawAgent, otto: string) {
    this.home = home;
    this.ada = ada;
    this.otto = otto;
  }

  openTopic(topicId: string, more: object = {}): Promise<Record<string, unknown>> {
    return this.home.admin('POST', '/v1/admin/topics', {
      topic_id: topicId,
      title: `Topic ${topicId}`,
      visibility: 'public',
      mode: 'freeform',
      ...more,
    });
  }

  /** Sends a message as ada; returns its sequence once it is in the bucket. */
  async say(topicId: string, text: string): Promise<number> {
    const row = await judged(this.home, topicId, await this.ada.say(topicId, text));
    await published(this.home);
    return row.sequence;
  }

  search(words: string, more = '', token?: string): Promise<SearchAnswer> {
    return see<SearchAnswer>(this.home, `search?q=${encodeURIComponent(words)}${more}`, token);
  }
}

export async function startLiveHome(): Promise<LiveHome> {
  const home = await startHome();
  const otto = await newOwner(home, 'otto');
  const stage = new LiveHome(home, await RawAgent.admitted(home, 'ada'), otto);
  await stage.openTopic('hall', { title: '春夜 Reading Room' });
  await stage.openTopic('cellar', { visibility: 'invite', allowlist_agent_ids: ['ada'] });
  await published(home);
  return stage;
}
