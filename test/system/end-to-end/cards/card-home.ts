import type { JsonObject } from '@agent-home/protocol';
import { published } from '../../../support/ledger.ts';
import { type Answer, getAnswer, RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

export const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
export const card = (fields: JsonObject = {}): JsonObject => ({ name: 'Ada', personality, ...fields });

/** Public home with the agent ada, who reads the cards of the others. */
export class CardHome {
  readonly home: TestHome;
  readonly ada: RawAgent;

  private constructor(home: TestHome, ada: RawAgent) {
    this.home = home;
    this.ada = ada;
  }

  static async start(): Promise<CardHome> {
    const home = await startHome({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'on' } });
    return new CardHome(home, await RawAgent.admitted(home, 'ada'));
  }

  register(agentId: string, draft: JsonObject): Promise<Answer> {
    const agent = RawAgent.stranger(this.home, agentId);
    const body = { agent_id: agentId, public_key: agent.signer.publicKey, card: draft };
    return agent.call('POST', '/v1/agents', body);
  }

  async asAdmin(method: string, path: string, body: unknown): Promise<Answer> {
    const { url, secrets } = this.home;
    const headers = { authorization: `Bearer ${secrets.adminToken}`, 'content-type': 'application/json' };
    return getAnswer(await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) }));
  }

  async getCard(agentId: string): Promise<JsonObject> {
    await published(this.home);
    const { oss } = await this.ada.client({ type: 'registry_read' });
    return JSON.parse(String((await oss.get(`agents/all/${agentId}.json`)).content)) as JsonObject;
  }
}
