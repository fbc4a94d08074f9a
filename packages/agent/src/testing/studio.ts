import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { FileRunStore } from '@agent-home/runtime-node';
import {
  definitionPlaces,
  inspectProject,
  loadDefinitions,
  trustProject,
} from '@agent-home/runtime-node/definitions';
import { stateFolder } from '@agent-home/runtime-node/state';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { Agent, type AgentOptions, type RunEvent, tool } from '../index.ts';

export const key = 'sk-key-of-the-model-0123456789';

/** Script whose model calls the tool `add` or `send`, as the message requests. */
const script = `
rules:
  - when: { after: { tool: add } }
    answer: 'The sum is {{result}}.'
  - when: { after: { tool: send } }
    answer: 'The tool said: {{result}}'
  - when: { user: add, tools: add, count: 0 }
    answer: { text: 'Adding. ', calls: [{ tool: add, arguments: { one: 1, other: 2 } }] }
  - when: { user: send, tools: send, count: 0 }
    answer: { calls: [{ tool: send, arguments: { to: robin } }] }
  - when: { user: wait }
    answer: { text: 'Too late.', delayMs: 60000 }
  - answer: 'Hello to {{user|line|first:40}}'
`;

/** Opens a project with a scripted model. @param text script of the model */
export async function openStudio({ text = script, ...overrides }: { keys?: string[]; text?: string } = {}) {
  const project = await realpath(await mkdtemp(join(tmpdir(), 'agent-home-library-')));
  const scripts = loadScripts([{ file: 'script.yaml', text }]);
  const emulator = await startModelEmulator({ scripts, keys: [key], ...overrides });
  onTestFinished(async () => {
    await emulator.close();
    await rm(project, { recursive: true, force: true });
  });
  const model = { provider: 'openai-compatible', url: `${emulator.url}/v1`, model: 'words', key } as const;
  const createAgent = (more: Partial<AgentOptions> = {}) =>
    new Agent({ name: 'robin', instructions: 'You help.', model, project, ...more });
  const runs = join(stateFolder({ project }), 'runs');
  return { project, emulator, createAgent, runs, store: new FileRunStore(runs) };
}

export const add = tool({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: z.object({ one: z.number(), other: z.number().transform((value) => value * 10) }),
  execute: ({ one, other }) => ({ sum: one + other }),
  sideEffects: false,
});

/** Tool that needs approval, and its executed calls. */
export function createSend() {
  const sent: { to: string; idempotencyKey: string }[] = [];
  const send = tool({
    name: 'send',
    description: 'Sends a letter.',
    parameters: z.object({ to: z.string() }),
    execute({ to }, { idempotencyKey }) {
      sent.push({ to, idempotencyKey });
      return 'sent';
    },
  });
  return { send, sent };
}

export async function collect(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Returns the file of the agent `robin`. */
export const agentFile = (...lines: string[]) =>
  ['---', 'kind: agent', 'name: robin', 'title: Robin', 'model: words', ...lines, '---', 'You help.'].join(
    '\n',
  );

/** Opens a project with the file of the agent `robin` and settings with the model. */
export async function openProject(lines: readonly string[] = [], text = script) {
  const studio = await openStudio({ text });
  const { project } = studio;
  const write = async (name: string, content: string) => {
    const path = join(project, 'agents', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  };
  const { url } = studio.emulator;
  const models = { words: { provider: 'emulator', url: `${url}/v1`, key: 'vault://words' } };
  const vault = { words: { file: join(project, 'words.key') } };
  await writeFile(vault.words.file, key, { mode: 0o600 });
  await write('settings.json', JSON.stringify({ models, vault }));
  await write('robin.md', agentFile(...lines));
  const trust = () => {
    const places = definitionPlaces(project);
    trustProject(places, inspectProject(places, loadDefinitions(places).trust, []), new Date());
  };
  const open = (tools = [add]) => Agent.fromFile(join(project, 'agents/robin.md'), { project, tools });
  return { ...studio, write, trust, open };
}
