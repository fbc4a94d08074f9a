import { randomBytes } from 'node:crypto';
import { type AgentStore, createAgentStore } from '@agent-home/object-store/agent';
import { type JsonObject, type Signer, signAuthored, signerOf } from '@agent-home/protocol';
import { connect } from '@agent-home/sdk';
import { z } from 'zod';
import { signRequest } from '../../../../packages/sdk/src/api/sign-request.ts';
import type { BenchHome } from '../home/bench-home.ts';
import type { Bench } from '../measure.ts';
import { putAndWait } from './put-to-state.ts';

const card = { name: 'Robin', personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 } };
const text = 'Good evening. I have just moved in.';
const surroundings = { now: Date.now, randomBytes: (length: number) => new Uint8Array(randomBytes(length)) };

const issuedSchema = z.object({
  store: z.object({
    kind: z.literal('aliyun'),
    endpoint: z.string(),
    region: z.string(),
    bucket: z.string(),
    path_style: z.boolean().default(false),
  }),
  credentials: z.tuple([
    z.object({
      access_key_id: z.string(),
      access_key_secret: z.string(),
      security_token: z.string(),
      expiration: z.string(),
      keys: z.tuple([z.object({ key: z.string() })]).rest(z.unknown()),
    }),
  ]),
});

/**
 * Measures a new agent from start to its first accepted message. The floor does only what the protocol requires: it verifies and
 * remembers nothing, and the store notifies it when its message is part of the topic's state.
 */
export const sdkFirstLine: Bench = {
  name: 'sdk_first_line',
  unit: 'ms',
  floorName: 'bare: register, be admitted, one credential, put the line, its state put',
  target: { atMost: 3 },
  pairs: { full: 15, short: 2 },
  async open(context) {
    const home = await context.home();
    const topicId = home.topicIds.at(-2) ?? '';
    const meters = { value: home.homeMeter(), floor: home.homeMeter() };
    return {
      meters,
      value: () => meters.value.measure(1, () => throughSdk(home, topicId)),
      floor: () => meters.floor.measure(1, () => bare(home, topicId)),
      close: async () => {},
    };
  },
};

async function throughSdk({ url, open }: BenchHome, topicId: string): Promise<number> {
  const secretKey = new Uint8Array(randomBytes(32));
  const started = performance.now();
  const agent = await connect({ url, rootSet: open.keys.rootSet, secretKey });
  await agent.register(card);
  await agent.requestAdmission();
  const topic = await agent.enterTopic(topicId);
  await topic.say(text);
  const took = performance.now() - started;
  await agent.close();
  return took;
}

async function bare(home: BenchHome, topicId: string): Promise<number> {
  const signer = signerOf(new Uint8Array(randomBytes(32)));
  const started = performance.now();
  const { agent_id: agentId } = z
    .object({ agent_id: z.string() })
    .parse(await post(home, signer, '/v1/agents', { public_key: signer.publicKey, card }));
  await post(home, signer, `/v1/agents/${agentId}/admission`);
  const grants = [{ type: 'topic_message_write', topic_id: topicId }];
  const issued = issuedSchema.parse(await post(home, signer, '/v1/credentials', { grants }));
  const [{ keys, ...credential }] = issued.credentials;
  const { path_style: pathStyle, ...place } = issued.store;
  const store: AgentStore = createAgentStore({
    ...place,
    pathStyle,
    credentials: {
      accessKeyId: credential.access_key_id,
      accessKeySecret: credential.access_key_secret,
      securityToken: credential.security_token,
      expiration: new Date(credential.expiration),
    },
  });
  const [{ key }] = keys;
  const document: JsonObject = {
    kind: 'topic_message',
    schema_version: 1,
    topic_id: topicId,
    agent_id: agentId,
    message_id: key.replace(/^.*\/|\.json$/g, ''),
    created_at: new Date().toISOString(),
    content: { text },
  };
  const bytes = Buffer.from(JSON.stringify(signAuthored(document, signer)));
  await putAndWait(home, { key, topicId, bytes }, store);
  return performance.now() - started;
}

async function post(home: BenchHome, signer: Signer, path: string, body?: unknown): Promise<unknown> {
  const url = new URL(home.url + path);
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const headers = {
    'content-type': 'application/json',
    ...signRequest({ method: 'POST', url, body: bytes }, signer, surroundings),
  };
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    ...(bytes.length === 0 ? {} : { body: bytes }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
