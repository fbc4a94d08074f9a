import { createHash, randomBytes } from 'node:crypto';
import type { IssuedCredential as GrantedCredential } from '@agent-home/http-contract';
import { encodeBase64Url, type JsonObject, type Signer, signAuthored, signerOf } from '@agent-home/protocol';
import OSS from 'ali-oss';
import { createSignatureSync } from 'http-message-sig';
import type { TestHome } from './start-home.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Keys and prefixes that a credential opens, and its secrets. */
export type IssuedCredential = Omit<GrantedCredential, 'grants'>;

/** Any grant, including invalid ones. */
export interface AskedGrant {
  type: string;
  topic_id?: string;
  task_id?: string;
  circle_id?: string;
}

export interface SignOverrides {
  created?: number;
  expires?: number;
  /** Key id to use instead of the signing key's own. */
  keyId?: string;
  nonce?: string;
  tag?: string;
  components?: string[];
  /** Values to sign in place of the ones that are sent. */
  signedAs?: { method?: string; path?: string; url?: string };
  /** Body to send in place of the signed one. */
  sentBody?: string;
  /** API process that gets the request; the home's own by default. */
  to?: string;
  headers?: Record<string, string>;
}

/**
 * Agent without the project's SDK: it signs its own requests and uses the vendor's client with its credentials, so that refusals
 * come from the API and the store, and not from a well-behaved client.
 */
export class RawAgent {
  readonly home: TestHome;
  readonly agentId: string;
  readonly signer: Signer;

  private constructor(home: TestHome, agentId: string, signer: Signer) {
    this.home = home;
    this.agentId = agentId;
    this.signer = signer;
  }

  /** Signs, but is registered nowhere. */
  static stranger(home: TestHome, agentId: string): RawAgent {
    return new RawAgent(home, agentId, signerOf(randomBytes(32)));
  }

  /** Returns an agent that signs with the given signer. */
  static with(home: TestHome, agentId: string, signer: Signer): RawAgent {
    return new RawAgent(home, agentId, signer);
  }

  /** Returns a registered and admitted agent. */
  static async admitted(home: TestHome, agentId: string): Promise<RawAgent> {
    const agent = RawAgent.stranger(home, agentId);
    await agent.register();
    const admission = await agent.call('POST', `/v1/agents/${agentId}/admission`);
    if (admission.status !== 200) throw new Error(`admission answered ${admission.status}`);
    return agent;
  }

  async register(overrides: SignOverrides = {}, fields: JsonObject = {}): Promise<Answer> {
    const card = {
      name: this.agentId,
      personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
      ...fields,
    };
    const body = { agent_id: this.agentId, public_key: this.signer.publicKey, card };
    return this.call('POST', '/v1/agents', body, overrides);
  }

  /** Returns the headers of a signed request, and the body that was signed. */
  sign(method: string, path: string, body: unknown, overrides: SignOverrides = {}): Record<string, string> {
    const bytes = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    const { signature, signatureInput } = createSignatureSync(
      {
        kind: 'request',
        method: overrides.signedAs?.method ?? method,
        targetUri: `${overrides.signedAs?.url ?? this.home.url}${overrides.signedAs?.path ?? path}`,
        fields: [{ name: 'content-digest', value: digest }],
      },
      {
        label: 'sig1',
        components: overrides.components ?? ['@method', '@authority', '@path', '@query', 'content-digest'],
        parameters: {
          created: overrides.created ?? Math.floor(Date.now() / 1000),
          ...(overrides.expires === undefined ? {} : { expires: overrides.expires }),
          keyid: overrides.keyId ?? this.signer.keyId,
          alg: 'ed25519',
          nonce: overrides.nonce ?? encodeBase64Url(randomBytes(16)),
          tag: overrides.tag ?? 'agent-home-v1',
        },
        signer: { algorithm: 'ed25519', sign: (data) => this.signer.sign(data) },
      },
    );
    return { signature, 'signature-input': signatureInput, 'content-digest': digest };
  }

  async call(method: string, path: string, body?: unknown, overrides: SignOverrides = {}): Promise<Answer> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const headers = {
      ...this.sign(method, path, body, overrides),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...overrides.headers,
    };
    const sent = overrides.sentBody ?? text;
    const response = await fetch(`${overrides.to ?? this.home.url}${path}`, {
      method,
      headers,
      ...(sent === undefined ? {} : { body: sent }),
    });
    return getAnswer(response);
  }

  async ask(...grants: AskedGrant[]): Promise<{
    credentials: IssuedCredential[];
    denied: { code: string; message: string }[];
    heads: Record<string, unknown>;
  }> {
    const { status, body } = await this.call('POST', '/v1/credentials', { grants });
    if (status !== 200) throw new Error(`credentials answered ${status} ${String(body.code)}`);
    return body as unknown as Awaited<ReturnType<RawAgent['ask']>>;
  }

  /** Returns the single credential of a grant, with a client of the vendor. */
  async client(grant: AskedGrant): Promise<{ oss: OSS; credential: IssuedCredential }> {
    const { credentials, denied } = await this.ask(grant);
    const [credential] = credentials;
    if (!credential) throw new Error(`${grant.type} was denied: ${denied[0]?.code}`);
    return { oss: this.open(credential), credential };
  }

  open(credential: IssuedCredential): OSS {
    const { store } = this.home.settings.platform;
    return new OSS({
      endpoint: store.endpoint,
      region: store.region,
      bucket: store.bucket,
      accessKeyId: credential.access_key_id,
      accessKeySecret: credential.access_key_secret,
      stsToken: credential.security_token,
      authorizationV4: true,
      sldEnable: true,
      retryMax: 0,
      // Credentials end with their agent's right, so they are not renewed.
      refreshSTSToken: async () => ({
        accessKeyId: credential.access_key_id,
        accessKeySecret: credential.access_key_secret,
        stsToken: credential.security_token,
      }),
      refreshSTSTokenInterval: 86_400_000,
    } as OSS.Options);
  }

  message(topicId: string, messageId: string, text: string, extra: JsonObject = {}): JsonObject {
    const document: JsonObject = {
      kind: 'topic_message',
      schema_version: 1,
      topic_id: topicId,
      message_id: messageId,
      agent_id: this.agentId,
      created_at: new Date().toISOString(),
      content: { text },
      ...extra,
    };
    return signAuthored(document, this.signer);
  }

  request(topicId: string, requestId: string, type: string, payload?: JsonObject): JsonObject {
    const document: JsonObject = {
      kind: 'topic_request',
      schema_version: 1,
      topic_id: topicId,
      request_id: requestId,
      agent_id: this.agentId,
      type,
      created_at: new Date().toISOString(),
      ...(payload ? { payload } : {}),
    };
    return signAuthored(document, this.signer);
  }

  /** Puts a message at the next key it may write; returns the key. */
  async say(topicId: string, text: string): Promise<string> {
    const { oss, credential } = await this.client({ type: 'topic_message_write', topic_id: topicId });
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json(this.message(topicId, getId(key), text)));
    return key;
  }

  async send(topicId: string, type: string, payload?: JsonObject): Promise<string> {
    const { oss, credential } = await this.client({ type: 'topic_request_write', topic_id: topicId });
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json(this.request(topicId, getId(key), type, payload)));
    return key;
  }
}

export async function getAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Record<string, unknown> };
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Returns the id in the last segment of a key. */
export function getId(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.json$/, '');
}

/** Returns the vendor's code of a refusal; throws if the action succeeds. */
export async function refusal(action: Promise<unknown>): Promise<string> {
  try {
    await action;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  throw new Error('it was not refused');
}
