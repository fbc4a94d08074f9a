import { setTimeout as delay } from 'node:timers/promises';
import type { ModelPort, OutputValidators, RunStore, ToolProvider } from '@agent-home/agent-runtime';
import type { RunIdentity } from '@agent-home/agent-runtime/run-log';
import { sha256Hex } from '@agent-home/protocol';
import type { AgentHome, Topic } from '@agent-home/sdk';
import { z } from 'zod';
import {
  AgentRuntime,
  type PresentSetup,
  type RunResult,
  type RunSetup,
  RunStoreError,
  sessionContext,
  sessionMemory,
  type Team,
  type TeamMember,
  type Vault,
} from '../../index.ts';
import { HomeTools } from '../home-tools/home-tools.ts';
import { BoundPolicies, type PolicyTimes } from '../identity/bound-policies.ts';
import { IdentityNotVerifiedError } from '../identity/identity-error.ts';
import { verifyIdentity } from '../identity/verify-identity.ts';
import { type WakeUp, wakeMessage } from '../waking/wake-up.ts';
import { GrowingPause } from './growing-pause.ts';
import type { HomeApprovals } from './home-approvals.ts';
import { getAgentId, type ResidentDefinition } from './resident-definition.ts';
import { memberPrompt, residentPrompt } from './resident-prompt.ts';
import type { RunSlots } from './run-slots.ts';
import type { RunTroubles } from './run-troubles.ts';
import { type RemoteApprovers, WaitingRuns } from './waiting-runs.ts';

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
  /** Other agents of the same operator that may join its runs; without it there are none. */
  team?: ResidentTeam;
  /** Approvers in the home, for an operator that leaves decisions to them. */
  approvals?: HomeApprovals;
  /** Limits the runs of all residents of a process; without it there is no limit. */
  slots?: RunSlots;
  /** Reads the current definition: a changed file affects the next run, and no running one. */
  definition(): Promise<ResidentDefinition>;
  log: (message: string, facts: Record<string, unknown>) => void;
  signal: AbortSignal;
  /** Times of reads of the certified policies. */
  policyTimes?: PolicyTimes;
  /** Failures of all runs of the resident. */
  troubles?: RunTroubles;
}

/** Agents that may join a resident's runs. Prompts of a home stay references, which the session resolves. */
export interface ResidentTeam extends Team {
  /** Returns the current rules of those agents that still exist, for a resumed run. */
  present(agents: readonly string[]): Promise<ReadonlyMap<string, PresentSetup>>;
}

const turnSchema = z.object({ data: z.object({ extra: z.object({ turn_id: z.string() }) }) });

/** Session of a resident in one topic. Runs follow one another, each with the current identity and file. */
export class TopicSession {
  readonly #topic: Topic;
  readonly #ports: SessionPorts;
  readonly #runtime: AgentRuntime;
  readonly #waiting: WaitingRuns;
  readonly #policies: BoundPolicies;

  /** @param waiting waiting runs of this topic, shared by all that start its runs */
  constructor(topic: Topic, ports: SessionPorts, waiting = new WaitingRuns(ports.log, ports.slots)) {
    this.#topic = topic;
    this.#ports = ports;
    this.#waiting = waiting;
    const { store, models, providers, log, vault, validators, team, home, policyTimes } = ports;
    this.#policies = new BoundPolicies(home, policyTimes);
    this.#runtime = new AgentRuntime({
      store,
      models,
      log,
      providers: [new HomeTools(topic), ...providers],
      presentRules: async (agents) => {
        const { definition, policies, limits, operator } = await ports.definition();
        const order = { definition, policies, ...(limits === undefined ? {} : { limits }) };
        const others = await team?.present(agents.filter((agent) => agent !== definition.name));
        return { operator, orders: new Map([...(others ?? []), [definition.name, order]]) };
      },
      ...(team === undefined
        ? {}
        : { team: { member: (agent, sessionId) => this.#member(team, agent, sessionId) } }),
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
    const { home, homeUrl, signal } = this.#ports;
    const verify = async () => {
      const { definition } = await this.#ports.definition();
      return verifyIdentity(home, getAgentId(definition), homeUrl);
    };
    return this.#waiting.begin(
      async (asking) => {
        const order = await this.#order(await verify());
        return this.#noted(this.#runtime.postMessage(order, wakeMessage(wakeUp), { signal, asking }));
      },
      () => this.#continueOnceVerified(verify),
      { signal, approvers: await this.#approvers() },
    );
  }

  /** The run has the answer that it waited for, so it waits for a home that is away as well. */
  async #continueOnceVerified(verify: () => Promise<unknown>): Promise<void> {
    const { signal, log } = this.#ports;
    const pause = new GrowingPause();
    for (;;) {
      const begun = performance.now();
      try {
        await verify();
        return;
      } catch (err) {
        if (signal.aborted || err instanceof IdentityNotVerifiedError) throw err;
        log('a run with its answer waits for the home', { topic: this.#topic.topicId, err });
        await delay(pause.after(performance.now() - begun), undefined, { signal });
      }
    }
  }

  async #order(identity: RunIdentity): Promise<RunSetup> {
    const { home, store, log } = this.#ports;
    const { definition, sha256, ...rules } = await this.#ports.definition();
    const policyBundle = await this.#policies.load();
    const systemPrompt = await residentPrompt(definition, home);
    const sessionId = this.#sessionId(identity.agent_id);
    // A changed log must not silence the resident forever, and no user is present to decide, so it is skipped.
    const context = await sessionContext(store, { agent: definition.name, sessionId }, (run, err) =>
      log('a log is not as it was written, and is passed by', { run, err }),
    );
    return {
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
  }

  /**
   * Returns an agent that joins a run, under the resident's certified identity. Agents that take part in the resident's own run act
   * in the topic by the home's tools, as far as their lists allow. Delegated runs have logs of their own, to which no message
   * commits, so they do not.
   */
  async #member(team: ResidentTeam, agent: string, sessionId: string): Promise<TeamMember> {
    const { home, homeUrl, providers } = this.#ports;
    const { definition } = await this.#ports.definition();
    const identity = await verifyIdentity(home, getAgentId(definition), homeUrl);
    const own = [new HomeTools(this.#topic), ...providers];
    const isOwnRun = sessionId === this.#sessionId(identity.agent_id);
    // The run was handed back.
    if (agent === definition.name && isOwnRun)
      return { order: await this.#order(identity), providers: own, memory: undefined };
    const member = await team.member(agent, sessionId);
    // Entries would pass from private topics to public ones.
    const { memory: _, ...order } = member.order;
    const prompt = isOwnRun ? residentPrompt : memberPrompt;
    const policyBundle = await this.#policies.load();
    return {
      order: {
        ...order,
        identity,
        systemPrompt: await prompt(order.definition, home),
        ...(policyBundle === undefined ? {} : { policyBundle }),
      },
      providers: isOwnRun ? [new HomeTools(this.#topic), ...member.providers] : member.providers,
      memory: undefined,
    };
  }

  /**
   * Continues the runs that a dead process began on this machine, so that their messages are sent once, and those of this process that
   * broke off.
   */
  async recover(agentId: string): Promise<void> {
    const { store, home, homeUrl, signal, log } = this.#ports;
    for (const { runId, status } of await store.list({ sessionId: this.#sessionId(agentId) })) {
      if (status !== 'open') continue;
      const verify = () => verifyIdentity(home, agentId, homeUrl);
      await verify();
      await this.#policies.load();
      await this.#waiting
        .begin(
          (asking) => this.#noted(this.#runtime.resume(runId, signal, { asking })),
          () => this.#continueOnceVerified(verify),
          { signal, approvers: await this.#approvers() },
        )
        .catch((error: unknown) => {
          // A run that waits in this process for an approver.
          if (error instanceof RunStoreError && error.code === 'run_is_written') return;
          log('a run could not be resumed', { run: runId, err: error });
        });
    }
  }

  /** Returns the turn for which its newest run was started; undefined without one. */
  async latestTurn(agentId: string): Promise<string | undefined> {
    const { store } = this.#ports;
    const [newest] = await store.list({ sessionId: this.#sessionId(agentId) });
    const lines = newest ? (await store.read(newest.runId)).lines : [];
    const message = lines.find((line) => line.endsWith('"type":"kairo.user.message"}'));
    return message === undefined
      ? undefined
      : turnSchema.safeParse(JSON.parse(message)).data?.data.extra.turn_id;
  }

  /** Returns the approvers in the home if the operator leaves decisions to them. */
  async #approvers(): Promise<RemoteApprovers | undefined> {
    const { approvals } = this.#ports;
    const { operator, definition } = await this.#ports.definition();
    if (!approvals || operator.approvalsBy !== 'home') return undefined;
    const session = this.#sessionId(getAgentId(definition));
    return {
      allowed: (question) => approvals.allowed(question, session),
      decide: (asked, signal) => approvals.decide(asked, { session, signal }),
    };
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
