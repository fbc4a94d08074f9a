import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunStore, ToolProvider } from '@agent-home/agent-runtime';
import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { loadScripts, type ModelEmulator, startModelEmulator } from '@agent-home/model-emulator';
import { createModelPort, FileRunStore } from '@agent-home/runtime-node';
import { type ResidentDefinition, type SessionPorts, TopicSession } from '@agent-home/runtime-node/resident';
import type { AgentHome } from '@agent-home/sdk';
import type { TestHome } from '../../../support/start-home.ts';

const script = `
rules:
  - when: { after: { tool: home__say } }
    answer: I have spoken.
  - when: { after: { tool: home__read, like: '| {{line}}' } }
    answer: { calls: [{ tool: home__say, arguments: { text: 'I heard you.' } }] }
  - when: { user: topic }
    answer: { calls: [{ tool: home__read, arguments: {} }] }
`;

export function getFile(name: string, tools: string, prompt = 'You listen.'): string {
  return `---\nkind: agent\nname: ${name}\ntitle: ${name}\nmodel: scripted\ntools: ${tools}\n---\n${prompt}\n`;
}

export interface ResidentStage {
  folder: string;
  store: FileRunStore;
  emulator: ModelEmulator;
  /** Returns the ports of an agent's session, which read the file again at each wake-up. */
  ports(home: AgentHome, file: () => string, store?: RunStore): SessionPorts;
  /** Returns a session in a topic, which reads the file again at each wake-up. */
  session(home: AgentHome, topicId: string, file: () => string, store?: RunStore): Promise<TopicSession>;
  close(): Promise<void>;
}

interface StageOptions {
  script?: string;
  /** Providers in addition to the home's own tools. */
  providers?: readonly ToolProvider[];
  operator?: Partial<ResidentDefinition['operator']>;
  /** Name of the scripted model. */
  model?: string;
}

/** Opens scripted models and a folder of runs for a home. */
export async function openStage(
  { url }: TestHome,
  { script: lines = script, providers = [], operator = {}, model = 'scripted' }: StageOptions = {},
): Promise<ResidentStage> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-resident-'));
  const emulator = await startModelEmulator({
    scripts: loadScripts([{ file: 'script.yaml', text: lines }]),
  });
  const store = new FileRunStore(join(folder, 'runs'));
  const models = createModelPort((provider, name) => ({
    provider,
    name,
    url: `${emulator.url}/v1`,
    fallbacks: [],
    timeoutMs: 10_000,
  }));
  const ports: ResidentStage['ports'] = (home, file, runs = store) => ({
    home,
    homeUrl: url,
    store: runs,
    models,
    providers,
    definition: async () => toDefinition(file(), operator, model),
    log: () => undefined,
    signal: new AbortController().signal,
  });
  return {
    folder,
    store,
    emulator,
    ports,
    async session(home, topicId, file, runs) {
      return new TopicSession(await home.enterTopic(topicId), ports(home, file, runs));
    },
    async close() {
      await emulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function toDefinition(text: string, operator: StageOptions['operator'], model: string): ResidentDefinition {
  return {
    definition: decodeMarkdown(text),
    sha256: 'b'.repeat(64),
    model: { provider: 'model-emulator', name: model, contextWindow: 16_384, reservedOutput: 1_024 },
    policies: [],
    operator: { autoApprove: ['safe', 'home.*'], unlocked: [], ...operator },
  };
}
