import type { RunStore } from '@agent-home/agent-runtime';
import {
  chooseMcpServers,
  type findModels,
  type McpProblem,
  openMemory,
  type Team,
  type TeamMember,
  type Vault,
} from '@agent-home/runtime-node';
import type { LoadedDefinitions, Programs } from '@agent-home/runtime-node/definitions';
import { memoryPlace } from '../memory/memory-place.ts';
import { localProviders } from './local-providers.ts';
import { type OpenAgent, openLoadedAgent, openLoadedDefinition } from './open-agent.ts';
import { createFixedSetup, createSetup, type FixedSetup } from './run-setup.ts';
import type { SandboxNotice } from './sandbox-notice.ts';

interface Parts {
  places: { project: string; global: string; runs: string };
  programs: Programs;
  store: RunStore;
  environment: NodeJS.ProcessEnv;
  vault: Vault;
  models: ReturnType<typeof findModels>;
  /** True if the caller resolves prompts of a home; otherwise agents with such a prompt are refused. */
  hasHomePrompts?: boolean;
  notice: SandboxNotice;
  tell: (problem: McpProblem) => void;
  log: (message: string, facts: Record<string, unknown>) => void;
}

type Member = Omit<TeamMember, 'order'> & { agent: OpenAgent; always: FixedSetup };

/**
 * Other agents of a project, each with its own tools, servers and memory. An agent is opened when a run first hands over to it,
 * from the files as they were when the run began (S3-216).
 */
export class LocalTeam implements Team {
  readonly #loaded: LoadedDefinitions;
  readonly #parts: Parts;
  readonly #closing: { close(): Promise<void> }[] = [];
  /** Opened agents by name. Their servers start once, even if several runs hand over to them at the same time. */
  readonly #members = new Map<string, Promise<Member>>();

  constructor(loaded: LoadedDefinitions, parts: Parts) {
    this.#loaded = loaded;
    this.#parts = parts;
  }

  async member(name: string, sessionId: string): Promise<TeamMember> {
    const { store, environment } = this.#parts;
    const { agent, always, ...acting } = await (this.#members.get(name) ?? this.#open(name));
    return { order: await createSetup(agent, always, { store, sessionId, environment }), ...acting };
  }

  #open(name: string): Promise<Member> {
    const opening = this.#openMember(name);
    this.#members.set(name, opening);
    // Failures are not cached: something missing for one run may exist for the next.
    opening.catch(() => this.#members.delete(name));
    return opening;
  }

  async #openMember(name: string): Promise<Member> {
    const { models, hasHomePrompts = false } = this.#parts;
    const agent = hasHomePrompts
      ? { ...openLoadedDefinition(this.#loaded, name), systemPrompt: '' }
      : openLoadedAgent(this.#loaded, name);
    const always = createFixedSetup(agent);
    const { provider, name: modelName, settingsKey } = always.model;
    await models(provider, modelName, settingsKey);
    const memory = await this.#getMemory(agent, always);
    return { agent, always, providers: this.#providersOf(agent), memory };
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#closing.map((each) => each.close()));
  }

  #providersOf({ settings, definition, tools }: OpenAgent) {
    const { places, programs, environment, vault, notice, tell } = this.#parts;
    const servers = chooseMcpServers(settings.mcpServers, definition.mcpServers);
    const providers = localProviders(settings, {
      specs: tools,
      servers,
      environment,
      vault,
      tell,
      places,
      programs,
      hiddenFolders: [places.runs],
      withoutSandbox: notice.printFor(definition.tools),
    });
    this.#closing.push(...providers);
    return providers;
  }

  async #getMemory({ settings, scope }: OpenAgent, { memory }: FixedSetup) {
    if (!memory) return undefined;
    const { places, environment, vault, log } = this.#parts;
    const open = await openMemory(settings, memory, memoryPlace(environment, places, scope), { vault, log });
    this.#closing.push(open);
    return open.store;
  }
}
