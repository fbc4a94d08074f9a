import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryStore, OutputValidators, ToolProvider } from '@agent-home/agent-runtime';
import type { AgentDefinition } from '@agent-home/agent-runtime/definition';
import { loadScripts, type ModelEmulator, startModelEmulator } from '@agent-home/model-emulator';
import {
  AgentRuntime,
  createNativeTools,
  FileRunStore,
  type RunSetup,
  type Vault,
} from '@agent-home/runtime-node';
import { onTestFinished } from 'vitest';
import { type JudgedLog, judgeLog } from './judge-log.ts';
import { type EmulatedModels, emulatedModels, referenceOrder } from './reference-order.ts';

export interface Workshop {
  folder: string;
  project: string;
  store: FileRunStore;
  emulator: ModelEmulator;
  runtime: AgentRuntime;
  tools: readonly ToolProvider[];
  order(changes?: Partial<RunSetup>, definition?: Partial<AgentDefinition>): RunSetup;
  /** Judges the run's log; every test of a run ends with this check. */
  check(runId: string): Promise<JudgedLog>;
}

/** Opens a runtime with a scripted model and its own project. */
export async function openWorkshop(
  script: string,
  {
    providers,
    vault,
    memory,
    validators,
    ...asked
  }: {
    providers?: (project: string) => ToolProvider[];
    vault?: Vault;
    memory?: (folder: string) => MemoryStore;
    validators?: OutputValidators;
  } & EmulatedModels = {},
): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-runtime-'));
  const project = join(folder, 'project');
  await mkdir(project);
  const emulator = await startModelEmulator({
    scripts: loadScripts([{ file: 'script.yaml', text: script }]),
  });
  const store = new FileRunStore(join(folder, 'runs'));
  const tools = providers?.(project) ?? [createNativeTools({ projectFolder: project })];
  const runtime = new AgentRuntime({
    store,
    models: emulatedModels(emulator.url, asked),
    providers: tools,
    ...(vault === undefined ? {} : { vault }),
    ...(memory ? { memory: memory(folder) } : {}),
    ...(validators ? { validators } : {}),
  });
  onTestFinished(async () => {
    await emulator.close();
    for (const tool of tools) await tool.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    folder,
    project,
    store,
    emulator,
    runtime,
    tools,
    order: (changes = {}, definition = {}) => ({ ...referenceOrder(definition), ...changes }),
    check: async (runId) => judgeLog(await store.read(runId)),
  };
}
