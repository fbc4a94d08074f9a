import type { AgentRuntime, RunSetup } from '@agent-home/runtime-node';
import { type OpenAgent, openLoadedAgent } from '../running/open-agent.ts';
import { type PreparedRun, prepareRun } from '../running/prepare-run.ts';
import type { RunTracer } from '../tracing/run-tracer.ts';

/** Agent that receives the messages of a conversation. */
export interface Speaker {
  agent: { name: string; title: string };
  runtime: AgentRuntime;
  /** Returns the setup for one message, which includes all earlier messages of the session. */
  order(): Promise<RunSetup>;
  /** Stores the messages of the session so far. */
  keep(): Promise<void>;
  tracer: Pick<RunTracer, 'console' | 'ended'>;
}

type Preparation = Parameters<typeof prepareRun>[1];
type OpenSpeaker = PreparedRun & Speaker;

/** Agents of one conversation, with their own tools, servers and memory. Each is opened when it first receives the conversation. */
export class Speakers {
  readonly first: OpenSpeaker;
  readonly #opened = new Map<string, OpenSpeaker>();
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
    return new Speakers({ ...run, agent: agent.definition }, agent.loaded, preparation);
  }

  /**
   * Opens the agent that takes over the conversation, in the same session. Denies and policies of the previous agent still apply,
   * so that a handoff cannot bypass them (spec agent-handoffs "Denies and limits along the chain").
   */
  async handOver(from: Speaker, to: string): Promise<Speaker> {
    const opened = this.#opened.get(to) ?? (await this.#open(to));
    const before = await from.order();
    return { ...opened, order: async () => addRules(await opened.order(), before) };
  }

  async #open(name: string): Promise<OpenSpeaker> {
    const agent = openLoadedAgent(this.#loaded, name);
    const { flags, ...rest } = this.#preparation;
    const session = { ...flags, session: this.first.session.id, new: false };
    const run = await prepareRun(agent, { ...rest, flags: session });
    const opened = { ...run, agent: agent.definition };
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
