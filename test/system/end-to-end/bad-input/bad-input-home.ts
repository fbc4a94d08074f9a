import { expect } from 'vitest';
import { bearer } from '../../../support/bearer.ts';
import { countRows } from '../../../support/count-rows.ts';
import { published } from '../../../support/ledger.ts';
import { expectProblem } from '../../../support/problems.ts';
import { type Answer, getAnswer, RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

export const topic = { title: 'A topic', visibility: 'public', mode: 'freeform' };
export const card = { name: 'Eve', personality: { extrovert: 0, curious: 0, creative: 0, stable: 0 } };
export const failure = { object_key: 'agents/all/ada.json', code: 'bad_signature' };

export type Who = 'ada' | 'admin' | 'owner' | 'nobody';

/** Route that accepts a body, with a valid example. */
interface BodyRoute {
  method: string;
  path: string;
  who: Who;
  valid: () => Record<string, unknown>;
}

/** Home without rate limits, with one agent, one topic and one owner. */
export class BadInputHome {
  readonly home: TestHome;
  readonly ada: RawAgent;
  readonly ownerToken: string;
  /** Every route that accepts a body. */
  readonly bodies: readonly BodyRoute[];

  private constructor(home: TestHome, ada: RawAgent, ownerToken: string, bodies: readonly BodyRoute[]) {
    this.home = home;
    this.ada = ada;
    this.ownerToken = ownerToken;
    this.bodies = bodies;
  }

  static async start(): Promise<BadInputHome> {
    const home = await startHome({
      environment: {
        AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
        AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000',
      },
    });
    const ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', { ...topic, topic_id: 'open' });
    await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
    const ofOlga = { role: 'owner', owner_id: 'olga', label: 'test' };
    const { token } = await home.admin('POST', '/v1/admin/tokens', ofOlga);
    await published(home);
    return new BadInputHome(home, ada, String(token), bodyRoutes(ada));
  }

  /** Sends a request as this caller would: signed, or with a token. */
  async send(method: string, path: string, body: unknown, who: Who): Promise<Answer> {
    if (who === 'ada') return this.ada.call(method, path, body);
    const tokens = { admin: this.home.secrets.adminToken, owner: this.ownerToken, nobody: undefined };
    return this.withToken(tokens[who], method, path, body);
  }

  async withToken(
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    extra: Record<string, string> = {},
  ): Promise<Answer> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${this.home.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : bearer(token)),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...extra,
      },
      ...(text === undefined ? {} : { body: text }),
    });
    return getAnswer(response);
  }

  /** Requires a refusal with the code, and no change in the database. */
  async refused(request: () => Promise<Answer>, code?: string): Promise<Answer> {
    // Earlier valid objects may still be on their way to the bucket.
    await published(this.home);
    const before = await countRows(this.home);
    const answer = await request();
    expectProblem(answer, code);
    expect(await countRows(this.home)).toEqual(before);
    return answer;
  }
}

function bodyRoutes(ada: RawAgent): BodyRoute[] {
  const key = ada.signer.publicKey;
  const ofAda = (path: string, valid: BodyRoute['valid']): BodyRoute => ({
    method: 'POST',
    path,
    who: 'ada',
    valid,
  });
  const ofAdmin = (path: string, valid: BodyRoute['valid'], method = 'POST'): BodyRoute => ({
    method,
    path,
    who: 'admin',
    valid,
  });
  return [
    ofAda('/v1/agents', () => ({ agent_id: 'eve', public_key: key, card })),
    ofAda('/v1/credentials', () => ({ grants: [{ type: 'registry_read' }] })),
    ofAda('/v1/verification-failures', () => ({ failures: [failure] })),
    ofAda('/v1/feed/ack', () => ({ event_ids: ['A'.repeat(22)] })),
    ofAdmin('/v1/agents/ada/card', () => card, 'PUT'),
    ofAdmin('/v1/admin/owners', () => ({ name: 'Olga' })),
    ofAdmin('/v1/admin/tokens', () => ({ role: 'admin', label: 'x' })),
    ofAdmin('/v1/admin/topics', () => topic),
    ofAdmin('/v1/admin/topics/open/actions', () => ({ action: 'remove_agent', agent_id: 'eve' })),
  ];
}
