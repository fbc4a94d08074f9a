import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunStore } from '@agent-home/runtime';
import { AgentRuntime, connectMcpServers, createNativeTools } from '@agent-home/runtime-node';
import { emulatedModels } from '../support/reference-order.ts';
import { SayingTools } from './saying-tools.ts';

/** One of everything: a model, files that are read, written and edited, a server, and something that is said. */
export const referenceScript = `
rules:
  - when: { after: { tool: home__say } }
    answer: All of it is done.
  - when: { after: { tool: mcp__counting__count } }
    answer: { thought: Now they may know., calls: [{ tool: home__say, arguments: { text: hello everybody } }] }
  - when: { after: { tool: edit_file } }
    answer: { calls: [{ tool: mcp__counting__count, arguments: { what: once } }] }
  - when: { after: { tool: write_file } }
    answer: { calls: [{ tool: edit_file, arguments: { path: made.txt, old_text: one, new_text: one two } }] }
  - when: { after: { tool: read_file } }
    answer: { calls: [{ tool: write_file, arguments: { path: made.txt, content: one } }] }
  - when: { user: go }
    answer: { text: I look first., calls: [{ tool: read_file, arguments: { path: note.txt } }] }
`;

export interface ReferencePlaces {
  folder: string;
  runs: string;
  project: string;
  /** What was said, and what the server counted. */
  said: string;
  counted: string;
}

export function placesIn(folder: string): ReferencePlaces {
  const project = join(folder, 'project');
  return {
    folder,
    runs: join(folder, 'runs'),
    project,
    said: join(folder, 'said'),
    counted: join(folder, 'counted'),
  };
}

/** The runtime of the reference run, in whichever process. */
export async function openReference(
  places: ReferencePlaces,
  store: RunStore,
  modelUrl: string,
  server: string,
) {
  await mkdir(places.project, { recursive: true });
  const told: { message: string; facts: Record<string, unknown> }[] = [];
  const providers = [
    createNativeTools({ projectFolder: places.project }),
    connectMcpServers([{ name: 'counting', command: process.execPath, args: [server, places.counted] }], {
      folder: places.project,
      tell: () => undefined,
    }),
    new SayingTools(places.said),
  ];
  const runtime = new AgentRuntime({
    store,
    models: emulatedModels(modelUrl),
    providers,
    log: (message, facts) => void told.push({ message, facts }),
  });
  const close = () => Promise.all(providers.map((provider) => provider.close()));
  return { runtime, told, close };
}

export const countingServer = fileURLToPath(new URL('counting-server.mjs', import.meta.url));
export const referenceRunId = 'run_reference';
export const referenceMessage = { text: 'go', origin: 'user', tainted: false };
