import { decodeBase64Url, type RootSet } from '@agent-home/protocol';
import { type AgentHome, connect, readUntrusted } from '@agent-home/sdk';
import type { Order } from '../driver-protocol/driver-messages.ts';
import { serveDriver } from './serve-driver.ts';

// The SDK as a client under test: `node --import tsx sdk-driver.ts`.

let home: AgentHome | undefined;

async function act(order: Order): Promise<unknown> {
  if (order.do === 'connect') {
    await home?.close();
    home = undefined;
    home = await connect({
      url: order.url,
      rootSet: order.root_set as RootSet,
      secretKey: decodeBase64Url(order.secret_key) ?? new Uint8Array(),
      agentId: order.agent_id,
      stateDirectory: order.state_directory,
      polling: { activeMs: 20, idleMs: 100 },
    });
    return {};
  }
  if (!home) throw Object.assign(new Error('connect first'), { code: 'not_connected' });
  switch (order.do) {
    case 'me':
      return { standing: (await home.me()).standing };
    case 'card':
      return { name: readUntrusted((await home.card(order.agent_id)).name) };
    case 'read_topic':
      return { lines: await toLines(home, order.topic_id) };
    case 'say':
      return { outcome: (await (await home.enterTopic(order.topic_id)).say(order.text)).outcome };
  }
}

async function toLines(at: AgentHome, topicId: string): Promise<object[]> {
  const lines: object[] = [];
  for await (const line of (await at.enterTopic(topicId)).messages())
    lines.push({
      sequence: line.sequence,
      agent_id: line.agentId,
      text: readUntrusted(line.text),
      signature: line.authorSignature,
    });
  return lines;
}

await serveDriver(act);
await home?.close();
