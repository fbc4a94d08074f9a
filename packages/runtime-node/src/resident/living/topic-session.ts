import type { ModelPort, OutputValidators, RunStore, ToolProvider } from '@agent-home/agent-runtime';
import { sha256Hex } from '@agent-home/protocol';
import type { AgentHome, Topic } from '@agent-home/sdk';
import { AgentRuntime, type RunResult, sessionContext, sessionMemory, type Vault } from '../../index.ts';
import { HomeTools } from '../home-tools/home-tools.ts';
import { BoundPolicies, type PolicyTimes } from '../identity/bound-policies.ts';
import { verifyIdentity } from '../identity/verify-identity.ts';
import { type WakeUp, wakeMessage } from '../waking/wake-up.ts';
import { getAgentId, type ResidentDefinition } from './resident-definition.ts';
import { residentPrompt } from './resident-prompt.ts';
import type { RunTroubles } from './run-troubles.ts';
import { WaitingRuns } from './waiting-runs.ts';

export interface SessionPorts {
  home: AgentHome;
  homeUrl: string;
  store: RunStore;
  models: ModelPort;
  /** Providers in addition to the home's own tools. */
  providers: readonly ToolProvider[];
  /** Validators of its guardrails. */
  validators?: OutputValidators;
  vault?: Vault;
  /** Reads the current definition: a changed file affects the next run, and no running one. */
  definition(): Promise<ResidentDefinition>;
  log: (message: string, facts: Record<string, unknown>) => void;
  signal: AbortSignal;
  /** Times of reads of the certified policies. */
  policyTimes?: PolicyTimes;
  /** Failures of all runs of the resident. */
  troubles?: RunTroubles;
}

/** Session of a resident in one topic. Runs follow one another, each with the current identity and file. */
export class TopicSession {
  readonly #topic: Topic;
  readonly #ports: SessionPorts;
  readonly #runtime: AgentRuntime;
  readonly #waiting: WaitingRuns;
  readonly #policies: BoundPolicies;

  /** @param waiting waiting runs of this topic, shared by all that start its runs */
  constructor(topic: Topic, ports: SessionPorts, waiting = new WaitingRuns(ports.log)) {
    this.#topic = topic;
    this.#ports = ports;
    this.#waiting = waiting;
    const { store, models, providers, log, vault, validators, home, policyTimes } = ports;
    this.#policies = new BoundPolicies(home, policyTimes);
    this.#runtime = new AgentRuntime({
      store,
      models,
      log,
      providers: [new HomeTools(topic), ...providers],
      presentRules: async () => {
        const { definition, policies, limits, operator } = await ports.definition();
        const order = { definition, policies, ...(limits === undefined ? {} : { limits }) };
        return { operator, orders: new Map([[definition.name, order]]) };
      },
      policyBundles: this.#policies,
      ...(vault === undefined ? {} : { vault }),
      ...(validators === undefined ? {} : { validators }),
    });
  }

  /**
   * Runs the resident until the run has ended or waits for an approval.
   * @throws IdentityNotVerifiedError, PoliciesError before any run
   */
  async wake(wakeUp: WakeUp): Promise<RunResult> {
    const { home, homeUrl, store, signal, log } = this.#ports;
    const { definition, sha256, ...rules } = await this.#ports.definition();
    const identity = await verifyIdentity(home, getAgentId(definition), homeUrl);
    const policyBundle = await this.#policies.load();
    const systemPrompt = await residentPrompt(definition, home);
    const sessionId = this.#sessionId(identity.agent_id);
    // A changed log must not silence the resident forever, and no user is present to decide, so it is skipped.
    const context = await sessionContext(store, { agent: definition.name, sessionId }, (run, err) =>
      log('a log is not as it was written, and is passed by', { run, err }),
    );
    const order = {
      definition,
      definitionSha256: sha256,
      systemPrompt,
      ...rules,
      sessionId,
      context: context.messages,
      // Other agents' messages are read again in each run, so calls are decided by the taint of their own run.
      tainted: context.tainted,
      ...sessionMemory(definition, context.remembered),
      identity,
      ...(policyBundle === undefined ? {} : { policyBundle }),
    };
    return this.#waiting.begin(
      (asking) => this.#noted(this.#runtime.postMessage(order, wakeMessage(wakeUp), { signal, asking })),
      () => verifyIdentity(home, getAgentId(definition), homeUrl),
    );
  }

  /** Continues a run that a dead process began on this machine, so that its message is sent once. */
  async recover(agentId: string): Promise<void> {
    const { store, home, homeUrl, signal, log } = this.#ports;
    for (const { runId, status } of await store.list({ sessionId: this.#sessionId(agentId) })) {
      if (status !== 'open') continue;
      const verify = () => verifyIdentity(home, agentId, homeUrl);
      await verify();
      await this.#policies.load();
      await this.#waiting
        .begin((asking) => this.#noted(this.#runtime.resume(runId, signal, { asking })), verify)
        .catch((error: unknown) => log('a run could not be resumed', { run: runId, err: error }));
    }
  }

  async #noted(running: Promise<RunResult>): Promise<RunResult> {
    const result = await running;
    await this.#ports.troubles?.note(result);
    return result;
  }

  /**
   * Returns the session id. It includes the home, because topics of two homes may have the same name and store their runs in one
   * folder.
   */
  #sessionId(agentId: string): string {
    const home = sha256Hex(new TextEncoder().encode(this.#ports.homeUrl)).slice(0, 12);
    return `${agentId}@${this.#topic.topicId}@${home}`;
  }
}
