import type { AgentRuntime, RunSetup } from '@agent-home/runtime-node';
import { canRun, findAgent } from '@agent-home/runtime-node/definitions';
import { type OpenAgent, openLoadedAgent } from '../running/open-agent.ts';
import { type PreparedRun, prepareRun } from '../running/prepare-run.ts';
import type { RunTracer } from '../tracing/run-tracer.ts';

/** Agent that receives the messages of a conversation. */
export interface Speaker {
  agent: { name: string; title: string };
  runtime: AgentRuntime;
  /** Returns the setup for one message, which includes all earlier messages of the session. */
  order(): Promise<RunSetup>;
  /** Names of the models in the settings. */
  models: readonly string[];
  /** Uses another model for the following messages. @throws SetupError `model_not_configured` */
  useModel(name: string): Promise<void>;
  /** Stores the messages of the session so far. */
  keep(): Promise<void>;
  tracer: Pick<RunTracer, 'console' | 'ended'>;
}

/** Agent that may get the conversation. */
export interface AgentEntry {
  name: string;
  title: string;
  description: string;
}

type Preparation = Parameters<typeof prepareRun>[1];
type OpenSpeaker = PreparedRun & Speaker;

/** Agents of one conversation, with their own tools, servers and memory. Each is opened when it first receives the conversation. */
export class Speakers {
  readonly first: OpenSpeaker;
  readonly #opened = new Map<string, OpenSpeaker>();
  /** Agents that took over from another one, with the rules that they inherited. */
  readonly #takenOver = new Map<string, Speaker>();
  readonly #loaded: OpenAgent['loaded'];
  readonly #preparation: Preparation;

  private constructor(first: OpenSpeaker, loaded: OpenAgent['loaded'], preparation: Preparation) {
    this.first = first;
    this.#opened.set(first.agent.name, first);
    this.#loaded = loaded;
    this.#preparation = preparation;
  }

  /** @throws as `prepareRun` */
  static async open(agent: OpenAgent, preparation: Preparation): Promise<Speakers> {
    const run = await prepareRun(agent, preparation);
    const { name, title } = agent.definition;
    return new Speakers({ ...run, agent: { name, title } }, agent.loaded, preparation);
  }

  /**
   * Opens the agent that takes over the conversation, in the same session. Denies and policies of the previous agent still apply,
   * so that a handoff cannot bypass them (spec agent-handoffs "Denies and limits along the chain").
   */
  async handOver(from: Speaker, to: string): Promise<Speaker> {
    const opened = this.#opened.get(to) ?? (await this.#open(to));
    const before = await from.order();
    const speaker = { ...opened, order: async () => addRules(await opened.order(), before) };
    this.#takenOver.set(to, speaker);
    return speaker;
  }

  /**
   * Opens the agent that a user chooses, in the same session. It has its own rules and messages; rules that it inherited in a handoff
   * still apply.
   * @throws as `prepareRun`
   */
  async choose(name: string): Promise<Speaker> {
    return this.#takenOver.get(name) ?? this.#opened.get(name) ?? (await this.#open(name));
  }

  /** Returns the agents that can run here, and the ones that already had the conversation. */
  list(): AgentEntry[] {
    const loaded = this.#loaded;
    const files = loaded.agents
      .filter((agent) => findAgent(loaded, agent.name) === agent && canRun(agent, loaded))
      .filter(({ origin }) => origin.scope === 'global' || loaded.trust.state === 'trusted')
      .map(({ name, draft }) => ({
        name,
        title: draft?.title ?? name,
        description: draft?.description ?? '',
      }));
    const others = [...this.#opened.values()]
      .map(({ agent }) => ({ ...agent, description: '' }))
      .filter(({ name }) => !files.some((each) => each.name === name));
    return [...others, ...files];
  }

  async #open(name: string): Promise<OpenSpeaker> {
    const agent = openLoadedAgent(this.#loaded, name);
    const { flags, ...rest } = this.#preparation;
    const session = { ...flags, session: this.first.session.id, new: false };
    const run = await prepareRun(agent, { ...rest, flags: session });
    const opened = { ...run, agent: { name, title: agent.definition.title } };
    this.#opened.set(name, opened);
    return opened;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#opened.values()].map((each) => each.close()));
  }
}

function addRules(order: RunSetup, { definition, policies, inheritedDeny = [] }: RunSetup): RunSetup {
  const own = new Set(order.policies.map(({ sha256 }) => sha256));
  return {
    ...order,
    policies: [...order.policies, ...policies.filter(({ sha256 }) => !own.has(sha256))],
    inheritedDeny: [...new Set([...inheritedDeny, ...definition.tools.deny])],
  };
}
