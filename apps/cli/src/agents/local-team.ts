import type { RunStore } from '@agent-home/runtime';
import {
  chooseMcpServers,
  type findModels,
  type McpProblem,
  type Team,
  type TeamMember,
  type Vault,
} from '@agent-home/runtime-node';
import type { LoadedDefinitions } from '@agent-home/runtime-node/definitions';
import { memoryPlace } from '../memory/memory-place.ts';
import { openMemory } from '../memory/open-memory.ts';
import { localProviders } from './local-providers.ts';
import { type OpenAgent, openLoadedAgent } from './open-agent.ts';
import { orderNow, type StandingOrder, standingOrder } from './order-of.ts';

interface Parts {
  places: { project: string; global: string; runs: string };
  store: RunStore;
  environment: NodeJS.ProcessEnv;
  vault: Vault;
  models: ReturnType<typeof findModels>;
  tell: (problem: McpProblem) => void;
  log: (message: string, facts: Record<string, unknown>) => void;
}

type Member = Omit<TeamMember, 'order'> & { agent: OpenAgent; always: StandingOrder };

/**
 * The other agents of a project, opened when a run first hands over to them: each with tools, servers and memory of its own, all by
 * the files of the moment when the run began (S3-216).
 */
export class LocalTeam implements Team {
  readonly #loaded: LoadedDefinitions;
  readonly #parts: Parts;
  readonly #open: { close(): Promise<void> }[] = [];
  /** Their servers run once, however many runs come to them. */
  readonly #members = new Map<string, Member>();

  constructor(loaded: LoadedDefinitions, parts: Parts) {
    this.#loaded = loaded;
    this.#parts = parts;
  }

  async member(name: string, sessionId: string): Promise<TeamMember> {
    const { store } = this.#parts;
    const known = this.#members.get(name);
    const { agent, always, ...acting } = known ?? (await this.#openMember(name));
    return { order: await orderNow(agent, always, { store, sessionId }), ...acting };
  }

  async #openMember(name: string): Promise<Member> {
    const { models } = this.#parts;
    const agent = openLoadedAgent(this.#loaded, name);
    const always = standingOrder(agent);
    await models(always.model.provider, always.model.name);
    const memory = await this.#memoryOf(agent, always);
    const member = { agent, always, providers: this.#providersOf(agent), memory };
    this.#members.set(name, member);
    return member;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#open.map((each) => each.close()));
  }

  #providersOf({ settings, definition, tools }: OpenAgent) {
    const { places, environment, vault, tell } = this.#parts;
    const servers = chooseMcpServers(settings.mcpServers, definition.mcpServers);
    const providers = localProviders(settings, {
      ...{ specs: tools, servers, environment, vault, tell, places },
      hiddenFolders: [places.runs],
    });
    this.#open.push(...providers);
    return providers;
  }

  async #memoryOf({ settings, scope }: OpenAgent, { memory }: StandingOrder) {
    if (!memory) return undefined;
    const { places, environment, vault, log } = this.#parts;
    const open = await openMemory(settings, memory, memoryPlace(environment, places, scope), { vault, log });
    this.#open.push(open);
    return open.store;
  }
}
