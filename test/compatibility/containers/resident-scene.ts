import { once } from 'node:events';
import { appendFile, chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectTo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { loadScripts, type ModelEmulator, startModelEmulator } from '@agent-home/model-emulator';
import { type AgentHome, connect, createIdentity, readUntrusted } from '@agent-home/sdk';
import { expect } from 'vitest';
import { z } from 'zod';
import { callAdmin } from '../../support/call-admin.ts';
import { plainCard } from '../../support/sdk-agent.ts';
import type { ContainerHome } from './container-home.ts';
import { patiently } from './patiently.ts';

const url = 'http://localhost:4600';
const topicId = 'lab';

/** Attempts of the resident's tool, in this order. */
export const attempts = ['network', 'fork', 'memory', 'disk', 'connections'] as const;
export type Attempt = (typeof attempts)[number];

const script = `
models: [probe]
rules:
${attempts
  .map(
    (name, index) => `  - when: { user: 'You have come into', count: ${index} }
    answer: { calls: [{ tool: attack, arguments: { name: ${name} } }] }`,
  )
  .join('\n')}
  - when: { user: 'You have come into', count: ${attempts.length} }
    answer: { calls: [{ tool: home__say, arguments: { text: All attempts have ended. } }] }
  - when: { user: Somebody spoke, count: 0 }
    answer: { calls: [{ tool: home__say, arguments: { text: I am still here. } }] }
  - answer: Done.
`;

const agent = `---
kind: agent
name: probe
title: Probe
tools: { allow: [attack, home.read, home.say] }
home: { topics: [${topicId}] }
limits: { maxToolCalls: 10, timeoutMs: 300000 }
---
You try what a tool can do.
`;

const tool = `apiVersion: agent.platform/v1
kind: Tool
metadata: { name: attack, version: 1.0.0, owner: tests, description: Tries what a tool can do. }
spec:
  inputsSchema:
    type: object
    properties: { name: { type: string } }
    required: [name]
  outputsSchema: {}
  idempotent: false
  sideEffects: false
  timeoutMs: 8000
`;

const messagesSchema = z.array(z.looseObject({ role: z.string(), content: z.unknown() }));

/** A resident of a container, whose tool attacks, with a scripted model on this machine. */
export class ResidentScene {
  readonly #home: ContainerHome;
  readonly #emulator: ModelEmulator;
  readonly #relay: Server;
  readonly #visitor: AgentHome;

  private constructor(home: ContainerHome, emulator: ModelEmulator, relay: Server, visitor: AgentHome) {
    this.#home = home;
    this.#emulator = emulator;
    this.#relay = relay;
    this.#visitor = visitor;
  }

  /** Starts the containers by the document's commands, after the folder and the limits are as its reader would write them. */
  static async open(home: ContainerHome, commands: string): Promise<ResidentScene> {
    const emulator = await startModelEmulator({
      scripts: loadScripts([{ file: 'probe.yaml', text: script }]),
    });
    const relay = await relayTo(Number(new URL(emulator.url).port));
    const { port } = relay.address() as AddressInfo;
    const folder = join(home.folder, 'residents');
    await mkdir(join(folder, 'agents/tools'), { recursive: true });
    await writeFile(join(folder, 'agents/probe.md'), agent);
    await writeFile(join(folder, 'agents/tools/attack.tool.yaml'), tool);
    await cp(join(import.meta.dirname, 'attack.mjs'), join(folder, 'attack.mjs'));
    const models = {
      probe: { provider: 'emulator', url: `http://host.docker.internal:${port}/v1`, contextWindow: 16_384 },
    };
    const tools = { attack: { command: ['node', '/srv/resident/.agent-home/attack.mjs'], safe: true } };
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ models, tools }));
    // Only then can the user of the container read them where this machine's umask is narrow.
    for (const each of ['', 'agents', 'agents/tools']) await chmod(join(folder, each), 0o755);
    await appendFile(
      join(home.folder, '.env'),
      [
        `\nAGENT_HOME_RESIDENT_ENDPOINTS=http://host.docker.internal:${port}`,
        'AGENT_HOME_RESIDENT_MEMORY=384m',
        'AGENT_HOME_RESIDENT_PROCESSES=96',
        'AGENT_HOME_RESIDENT_WORK_SIZE=32m\n',
      ].join('\n'),
    );
    const token = (await home.type('docker compose exec api agent-home token create lab')).trim();
    const admin = (method: string, path: string, body?: unknown) => callAdmin(url, token, method, path, body);
    const topic = { topic_id: topicId, title: 'Lab', visibility: 'public', mode: 'freeform' };
    await admin('POST', '/v1/admin/topics', topic);
    const rootSet = JSON.parse(await home.file('root.json'));
    const { secretKey } = createIdentity();
    const visitor = await connect({ ...{ url, rootSet, secretKey, agentId: 'lab-visitor' } });
    await visitor.register(plainCard);
    await admin('POST', '/v1/admin/agents/lab-visitor/admission');
    await home.type(commands);
    await patiently(() => admin('POST', '/v1/admin/agents/probe/admission'), 60_000);
    return new ResidentScene(home, emulator, relay, visitor);
  }

  async said(): Promise<string[]> {
    const topic = await this.#visitor.enterTopic(topicId);
    const texts: string[] = [];
    for await (const { text, agentId } of topic.messages())
      if (agentId === 'probe') texts.push(readUntrusted(text));
    return texts;
  }

  /** Waits until the resident has said exactly these messages. */
  async hears(texts: readonly string[], withinMs: number): Promise<void> {
    await patiently(async () => expect(await this.said()).toEqual(texts), withinMs).catch(
      async (error: Error) => {
        const log = await this.#home.try('docker logs --tail 20 agent-home-resident-1');
        throw new Error(`${error.message}\n${log.output}`);
      },
    );
  }

  async say(text: string): Promise<void> {
    await (await this.#visitor.enterTopic(topicId)).say(text);
  }

  /** Returns the result of each attempt as the model read it. */
  results(): string[] {
    const requests = this.#emulator.journal().map(({ messages }) => JSON.stringify(messages));
    const last = requests.findLast((text) => text.includes('You have come into'));
    return messagesSchema
      .parse(JSON.parse(last ?? '[]'))
      .flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []));
  }

  async close(): Promise<void> {
    await this.#home.try('docker compose --profile residents rm --force --stop --volumes resident egress');
    await this.#visitor.close();
    this.#relay.close();
    await this.#emulator.close();
  }
}

/** Makes the emulator, which listens on the loopback interface, reachable from containers. */
async function relayTo(port: number): Promise<Server> {
  const relay = createServer((socket) => {
    const model = connectTo(port, '127.0.0.1');
    socket.pipe(model).pipe(socket);
    for (const each of [socket, model]) each.on('error', () => each.destroy());
  });
  relay.listen(0, '0.0.0.0');
  await once(relay, 'listening');
  return relay;
}
