import type { JsonObject } from '@agent-home/protocol';
import { expect } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, judged, published } from '../../../support/ledger.ts';
import { type Answer, getAnswer, RawAgent } from '../../../support/raw-agent.ts';
import { readCertified } from '../../../support/read-certified.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

export type Bearer = Record<string, string>;

/** Home with the owners olga and otto, and with bo, an agent without an owner, who reads the messages of the others. */
export class OwnersHome {
  readonly home: TestHome;
  readonly olga: Bearer;
  readonly otto: Bearer;
  readonly bo: RawAgent;

  private constructor(home: TestHome, olga: Bearer, otto: Bearer, bo: RawAgent) {
    this.home = home;
    this.olga = olga;
    this.otto = otto;
    this.bo = bo;
  }

  static async start(): Promise<OwnersHome> {
    const home = await startHome();
    for (const owner of ['olga', 'otto'])
      await home.admin('POST', '/v1/admin/owners', { owner_id: owner, name: owner });
    const [olga, otto] = [await loadToken(home, 'olga'), await loadToken(home, 'otto')];
    return new OwnersHome(home, olga, otto, await RawAgent.admitted(home, 'bo'));
  }

  loadToken(ownerId: string, fields: JsonObject = {}): Promise<Bearer> {
    return loadToken(this.home, ownerId, fields);
  }

  async as(bearer: Bearer, method: string, path: string, body: unknown): Promise<Answer> {
    const headers = { ...bearer, 'content-type': 'application/json' };
    return getAnswer(await fetch(`${this.home.url}${path}`, { method, headers, body: JSON.stringify(body) }));
  }

  /** Creates an agent of olga's. */
  async ownAgent(agentId: string): Promise<RawAgent> {
    const agent = RawAgent.stranger(this.home, agentId);
    await agent.register({ headers: this.olga });
    await agent.call('POST', `/v1/agents/${agentId}/admission`);
    await published(this.home);
    return agent;
  }

  async openTopic(topicId: string, fields: JsonObject = {}): Promise<void> {
    const topic = { topic_id: topicId, title: 'A topic', visibility: 'public', mode: 'freeform', ...fields };
    await this.home.admin('POST', '/v1/admin/topics', topic);
    await published(this.home);
  }

  moderate(topicId: string, body: object, bearer: Bearer = this.olga): Promise<Answer> {
    return this.as(bearer, 'POST', `/v1/topics/${topicId}/moderation`, body);
  }

  /** Performs an admin's action on an agent. */
  act(agentId: string, body: object): Promise<Record<string, unknown>> {
    return this.home.admin('POST', `/v1/admin/agents/${agentId}/actions`, body);
  }

  async say(agent: RawAgent, topicId: string, text: string): Promise<number> {
    return (await judged(this.home, topicId, await agent.say(topicId, text))).sequence;
  }

  /** Reads the certified objects of a topic that bo may read. */
  async reading(topicId: string) {
    const { home, bo } = this;
    const grants = [{ type: 'registry_read' }, { type: 'topic_read', topic_id: topicId }];
    const [credential] = (await bo.ask(...grants)).credentials;
    if (!credential) throw new Error('no credential');
    const oss = bo.open(credential);
    return {
      manifest: async () =>
        (await readCertified(home, oss, 'topic_manifest', `topics/${topicId}/manifest.json`)).object,
      line: async (sequence: number) => {
        const key = `topics/${topicId}/ledger/${String(sequence).padStart(10, '0')}.json`;
        return (await readCertified(home, oss, 'topic_ledger_entry', key)).object;
      },
    };
  }

  async getCard(agentId: string) {
    const { oss } = await this.bo.client({ type: 'registry_read' });
    return (await readCertified(this.home, oss, 'agent_card', `agents/all/${agentId}.json`)).object;
  }

  /** Waits until a deadline of the topic has passed. */
  deadlineIn(topicId: string): Promise<void> {
    return eventually(async () => {
      expect((await getLedger(this.home, topicId)).map((row) => row.inputType)).toContain('deadline');
    });
  }
}

async function loadToken(home: TestHome, ownerId: string, fields: JsonObject = {}): Promise<Bearer> {
  const request = { role: 'owner', owner_id: ownerId, label: 'test', ...fields };
  const { token } = await home.admin('POST', '/v1/admin/tokens', request);
  return { authorization: `Bearer ${String(token)}` };
}
