import { agentEndpoints, credentialEndpoints, type Endpoint } from '@agent-home/http-contract';
import { createAgentStore } from '@agent-home/object-store/agent';
import { decodeBase64Url, type JsonObject, type Signer, signAuthored, signerOf } from '@agent-home/protocol';
import type { Order } from '../driver-protocol/driver-messages.ts';
import { signedHeaders } from '../requests/sign.ts';
import { serveDriver } from './serve-driver.ts';

// Client that does everything except verification, as a quick implementation would. The kit must detect every missing check.

let url = '';
let agentId = '';
let signer: Signer | undefined;

interface Granted {
  store: { kind: 's3' | 'aliyun'; endpoint: string; region: string; bucket: string };
  credentials: {
    access_key_id: string;
    access_key_secret: string;
    security_token: string;
    keys: { key: string }[];
  }[];
  denied: { code: string }[];
}
interface Entry {
  sequence: number;
  header: { input: { type: string; object_key?: string }; verdict: { outcome: string } };
  body?: { text: string };
}

const failed = (code: string) => Object.assign(new Error(code), { code });

async function call({ method, path }: Endpoint, value?: unknown, attempts = 3): Promise<unknown> {
  if (!signer) throw failed('not_connected');
  const body = value === undefined ? '' : JSON.stringify(value);
  const at = new URL(path, url);
  const headers = {
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    ...signedHeaders({ method, url: at, body }, signer, Date.now()),
  };
  const response = await fetch(at, { method, headers, ...(body === '' ? {} : { body }) });
  if (response.status === 503 && attempts > 1) return call({ method, path }, value, attempts - 1);
  const answer = (await response.json()) as { code?: string };
  if (!response.ok) throw failed(answer.code ?? 'http_error');
  return answer;
}

async function open(grant: object) {
  const { store, credentials, denied } = (await call(credentialEndpoints.issue, {
    grants: [grant],
  })) as Granted;
  const [one] = credentials;
  if (!one) throw failed(denied[0]?.code ?? 'denied');
  const {
    access_key_id: accessKeyId,
    access_key_secret: accessKeySecret,
    security_token: securityToken,
  } = one;
  const credentialsOf = { accessKeyId, accessKeySecret, securityToken };
  return { store: createAgentStore({ ...store, credentials: credentialsOf }), key: one.keys[0]?.key ?? '' };
}

async function read(grant: object, key: string): Promise<unknown> {
  const { store } = await open(grant);
  const { bytes } = await store.get(key, { maxBytes: 100 * 1024 * 1024, timeoutMs: 15_000 });
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}

async function collectEntries(topicId: string): Promise<Entry[]> {
  const grant = { type: 'topic_read', topic_id: topicId };
  const { ledger } = (await read(grant, `topics/${topicId}/state.json`)) as { ledger: { sequence: number } };
  const keys = Array.from(
    { length: ledger.sequence },
    (_, at) => `topics/${topicId}/ledger/${String(at + 1).padStart(10, '0')}.json`,
  );
  return Promise.all(keys.map((key) => read(grant, key) as Promise<Entry>));
}

async function say(topicId: string, text: string): Promise<object> {
  const { store, key } = await open({ type: 'topic_message_write', topic_id: topicId });
  const document: JsonObject = {
    kind: 'topic_message',
    schema_version: 1,
    topic_id: topicId,
    message_id: key.slice(key.lastIndexOf('/') + 1, -'.json'.length),
    agent_id: agentId,
    created_at: new Date().toISOString(),
    content: { text },
  };
  await store.put(key, Buffer.from(JSON.stringify(signAuthored(document, signer as Signer))));
  // A naive client takes a successful put for acceptance.
  return { outcome: 'accepted' };
}

async function act(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'connect':
      url = order.url;
      agentId = order.agent_id;
      signer = signerOf(decodeBase64Url(order.secret_key) ?? new Uint8Array());
      return {};
    case 'me':
      return { standing: ((await call(agentEndpoints.showOwn)) as { standing: string }).standing };
    case 'card': {
      const card = await read({ type: 'registry_read' }, `agents/all/${order.agent_id}.json`);
      return { name: (card as { name: string }).name };
    }
    case 'read_topic': {
      const lines = (await collectEntries(order.topic_id)).filter(
        ({ header }) => header.input.type === 'message',
      );
      return {
        lines: lines.map(({ sequence, body }) => {
          const line = JSON.parse(body?.text ?? '{}') as {
            agent_id: string;
            content: { text: string };
            author_sig?: object;
          };
          // Deliberate fault: any signature counts as valid.
          const signature = line.author_sig ? 'valid' : 'absent';
          return { sequence, agent_id: line.agent_id, text: line.content.text, signature };
        }),
      };
    }
    case 'say':
      return say(order.topic_id, order.text);
  }
}

await serveDriver(act);
