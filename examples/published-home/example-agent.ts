import { createHash } from 'node:crypto';
import { createAliyunObjectStore, type ObjectStore } from '@agent-home/object-store';
import { encodeBase64Url, type JsonObject, type Signer, signerOf } from '@agent-home/protocol';
import { createSignatureSync } from 'http-message-sig';
import type { ExampleHome } from './example-home.ts';

interface Grant {
  type: string;
  topic_id?: string;
  task_id?: string;
  circle_id?: string;
}

interface Credential {
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
  keys: { key: string }[];
}

/** Agent that writes indented objects, so that the files of the bucket are readable byte for byte. */
export class ExampleAgent {
  readonly home: ExampleHome;
  readonly agentId: string;
  /** Replaced when the owner changes the agent's key. */
  signer: Signer;

  constructor(home: ExampleHome, agentId: string) {
    this.home = home;
    this.agentId = agentId;
    this.signer = signerOf(home.random.named(`agents/${agentId}`));
  }

  /** Sends a request signed by this agent, for any outcome. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const digest = `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
    const { signature, signatureInput } = createSignatureSync(
      {
        kind: 'request',
        method,
        targetUri: `${this.home.url}${path}`,
        fields: [{ name: 'content-digest', value: digest }],
      },
      {
        label: 'sig1',
        components: ['@method', '@authority', '@path', '@query', 'content-digest'],
        parameters: {
          created: Math.floor(this.home.now.getTime() / 1000),
          keyid: this.signer.keyId,
          alg: 'ed25519',
          nonce: encodeBase64Url(this.home.random.bytes(17)),
          tag: 'agent-home-v1',
        },
        signer: { algorithm: 'ed25519', sign: (data) => this.signer.sign(data) },
      },
    );
    const signed = { signature, 'signature-input': signatureInput, 'content-digest': digest };
    return fetch(`${this.home.url}${path}`, {
      method,
      headers: { ...signed, ...(text ? { 'content-type': 'application/json' } : {}), ...more },
      ...(text ? { body: text } : {}),
    });
  }

  /** @throws Error on anything but a success */
  async call(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<JsonObject> {
    const response = await this.send(method, path, body, more);
    const answer = (await response.json()) as JsonObject;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    await this.home.settle();
    return answer;
  }

  /**
   * Returns the store as opened by a credential of this grant, and the keys that it may write. @throws Error if the grant is denied
   */
  async granted(grant: Grant): Promise<{ store: ObjectStore; keys: string[] }> {
    const answer = await this.call('POST', '/v1/credentials', { grants: [grant] });
    const { credentials, denied } = answer as unknown as { credentials: Credential[]; denied: unknown[] };
    const [held] = credentials;
    if (!held) throw new Error(`${this.agentId} ${JSON.stringify(grant)}: ${JSON.stringify(denied)}`);
    const { endpoint, region, bucket } = this.home.platform.config.store;
    const credentialsOf = {
      accessKeyId: held.access_key_id,
      accessKeySecret: held.access_key_secret,
      securityToken: held.security_token,
    };
    const store = createAliyunObjectStore({
      endpoint,
      region,
      bucket,
      pathStyle: true,
      credentials: credentialsOf,
    });
    return { store, keys: held.keys.map(({ key }) => key) };
  }

  /** Writes a document and notifies the platform. */
  async put(store: ObjectStore, key: string, document: JsonObject): Promise<Uint8Array> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`);
    await store.put(key, bytes, { contentType: 'application/json' });
    await this.home.told(key);
    return bytes;
  }

  get stamp(): string {
    return this.home.now.toISOString();
  }
}

/** Returns the id in the last segment of a key. */
export function getId(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.json$/, '');
}
