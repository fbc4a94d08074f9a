import type { AgentCard } from '@a2a-js/sdk';
import { verifyAgentCardSignature } from '@a2a-js/sdk';
import { type Client, ClientFactory, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import type { JWK } from 'jose';
import { bearer } from '../../../../support/bearer.ts';
import type { TestHome } from '../../../../support/start-home.ts';

/** Returns the path of an agent's card, as listed by the home. */
export const cardPath = (agentId: string) => `/a2a/agents/${agentId}/.well-known/agent-card.json`;

/** Creates a third-party client for one agent, with an owner's token. */
export async function a2aClient(
  home: Pick<TestHome, 'url'>,
  agentId: string,
  token: string,
): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', bearer(token).authorization);
    return fetch(input, { ...init, headers });
  };
  const factory = new ClientFactory({ transports: [new JsonRpcTransportFactory({ fetchImpl })] });
  return factory.createFromUrl(home.url, cardPath(agentId));
}

/**
 * Returns the card as received. The client's own resolver changes a card's security schemes to another form
 * than its signature check expects, so the card to check is fetched separately.
 */
export async function fetchCard(home: TestHome, agentId: string): Promise<AgentCard> {
  const response = await fetch(`${home.url}${cardPath(agentId)}`);
  if (!response.ok) throw new Error(`no card: ${response.status}`);
  return (await response.json()) as AgentCard;
}

/** Returns a verifier that uses only the key set of this home and refuses any other URL in a card. */
export function createVerifier(home: TestHome): (card: AgentCard) => Promise<void> {
  return verifyAgentCardSignature(async (kid, jku) => {
    if (jku !== `${home.url}/a2a/jwks.json`) throw new Error(`another key set: ${jku}`);
    const { keys } = (await (await fetch(jku)).json()) as { keys: JWK[] };
    const found = keys.find((key) => key.kid === kid);
    if (!found) throw new Error('no such key');
    return found;
  });
}

/** Creates an owner in the home; returns its token. */
export async function ownerToken(
  home: Pick<TestHome, 'admin'>,
  ownerId: string,
  scopes?: string[],
): Promise<string> {
  await home.admin('POST', '/v1/admin/owners', { owner_id: ownerId, name: ownerId });
  const asked = { role: 'owner', owner_id: ownerId, label: 'a2a', ...(scopes ? { scopes } : {}) };
  return String((await home.admin('POST', '/v1/admin/tokens', asked)).token);
}

/** Creates a message in the form of the client's types. */
export function message(
  text: string,
  more: { messageId?: string; contextId?: string; taskId?: string } = {},
) {
  return {
    messageId: more.messageId ?? crypto.randomUUID(),
    contextId: more.contextId ?? '',
    taskId: more.taskId ?? '',
    role: 1,
    parts: [
      {
        content: { $case: 'text' as const, value: text },
        metadata: undefined,
        filename: '',
        mediaType: 'text/plain',
      },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

/** Returns the response to a handwritten call: status, headers, and the JSON. */
export async function rawCall(
  home: TestHome,
  agentId: string,
  token: string | undefined,
  call: unknown,
  version?: string,
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(`${home.url}/a2a/agents/${agentId}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : bearer(token)),
      ...(version === undefined ? {} : { 'a2a-version': version }),
    },
    body: typeof call === 'string' ? call : JSON.stringify(call),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

export const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

/** Creates a text request that does not wait for its result. */
export const asking = (text: string, more: object = {}) =>
  rpc('SendMessage', {
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }], ...more },
    configuration: { returnImmediately: true },
  });
