import { setMaxListeners } from 'node:events';
import type { OfferedTool } from '@agent-home/agent-runtime';
import { getQuestion } from '@agent-home/agent-runtime';
import { type JsonObject, sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import { AgentRuntime, type Asking, type RunResult, type RunSetup, sessionContext } from '../../index.ts';
import { cancelRun } from '../../runs/cancel-run.ts';
import { newRunId } from '../../runs/new-run-id.ts';
import { BoundPolicies } from '../identity/bound-policies.ts';
import { verifyIdentity } from '../identity/verify-identity.ts';
import { getAgentId, type ResidentDefinition } from '../living/resident-definition.ts';
import { memberPrompt } from '../living/resident-prompt.ts';
import type { SessionPorts } from '../living/topic-session.ts';
import { AssistantError } from './assistant-error.ts';
import { ClientModel, type ClientModelOptions, type ClientResult, clientModel } from './client-model.ts';

export interface AssistantPorts
  extends Pick<
    SessionPorts,
    'home' | 'homeUrl' | 'store' | 'providers' | 'vault' | 'validators' | 'approvals' | 'log' | 'signal'
  > {
  /** Reads the current definition: a changed file affects the next run. Its model is not used. */
  definition(): Promise<Omit<ResidentDefinition, 'model'>>;
  /** Milliseconds without a call after which a run ends; default ten minutes. */
  idleMs?: number;
}

export interface ClientRequest {
  /** Wire name of the tool. */
  name: string;
  arguments: JsonObject;
  /** Name that the client declares, which is in the log but no identity. */
  client?: string;
  /** Called when the call waits for an approver. */
  onWaiting?: (message: string) => void;
}

/** Tokens; no text of a client's run is cut to fit a model. */
const contextWindow = 100_000_000;
/** Calls at the same time, each in a run of its own, so that one that waits holds no other. */
const mostRuns = 16;
/** Below the limits of every run, so that a busy client's runs end without a failure. */
const ofOneRun = { mostRounds: 20, mostCalls: 200 } as const;
const defaultIdleMs = 600_000;
/** Pause after a run that reached a limit of its agent, in which calls are refused. */
const limitPauseMs = 60_000;
/** Time for running calls when a session ends. */
const closingMs = 5_000;
const longestRunMs = 24 * 3_600_000;

/** Codes of runs that reached a limit of their agent, its owner or its policies. */
const limitCodes: ReadonlySet<string | undefined> = new Set([
  'too_many_tool_calls',
  'too_many_tokens',
  'too_expensive',
  'timeout',
]);

const finishedSchema = z.object({ outcome: z.object({ tainted: z.boolean().optional() }) });

/** A run ended before it took a call. */
class NotMadeError extends Error {
  override readonly name = 'NotMadeError';
}

/** One run of the session, which makes one call at a time. */
class SessionRun {
  readonly id = newRunId();
  readonly model: ClientModel;
  /** True if it began so, or a result of it has words of others. */
  isTainted: boolean;
  /** True while a call has it. */
  isTaken = false;
  onWaiting: ((message: string) => void) | undefined;
  ended: Promise<void> = Promise.resolve();

  constructor(model: ClientModel, isTainted: boolean) {
    this.model = model;
    this.isTainted = isTainted;
  }
}

/**
 * Session of a client that acts in a home as an agent. Each of its calls is decided, made and recorded in a run of the agent. Calls
 * that follow one another share a run; calls at the same time have runs of their own. A run ends after twenty responses, after the
 * idle time, with a cancelled call, or with the session. Once a result has words of others, every later call is made in a tainted
 * run, because the client has read them.
 */
export class AssistantSession {
  readonly #ports: AssistantPorts;
  readonly #policies: BoundPolicies;
  readonly #runs = new Set<SessionRun>();
  /** Begins runs one after another, so that a run that is idle meanwhile is used. */
  #beginning: Promise<unknown> = Promise.resolve();
  /** Run that began last; it may have ended. */
  #newest: SessionRun | undefined;
  /** Calls that wait for a run to begin. */
  #waiting = 0;
  #blocked: { until: number; code: string } | undefined;
  #isTainted: boolean | undefined;
  /** Aborts the runs of the session. */
  readonly #ending = new AbortController();
  #isClosed = false;
  #calls = 0;

  constructor(ports: AssistantPorts) {
    this.#ports = ports;
    this.#policies = new BoundPolicies(ports.home);
    const { signal } = ports;
    setMaxListeners(Number.POSITIVE_INFINITY, this.#ending.signal);
    const end = () => this.#ending.abort(signal.reason);
    signal.addEventListener('abort', end, { once: true, signal: this.#ending.signal });
    if (signal.aborted) end();
  }

  /**
   * Returns the tools that the client may call now.
   * @throws IdentityNotVerifiedError, PoliciesError, AssistantError
   */
  async tools(): Promise<readonly OfferedTool[]> {
    const { model } = [...this.#runs].find((run) => run.model.isOpen) ?? (await this.#next());
    return model.offered.catch((error: unknown) => {
      if (!(error instanceof NotMadeError)) throw error;
      throw new AssistantError('run_ended', 'the run ended before its first request: list the tools again');
    });
  }

  /**
   * Makes a call of the client in an idle run, or in a new one. An aborted signal ends the run of a call that is being made.
   * @throws AssistantError if it reached no tool; IdentityNotVerifiedError, PoliciesError; the signal's reason
   */
  async call(request: ClientRequest, signal: AbortSignal): Promise<ClientResult> {
    for (;;) {
      const run = await this.#take(request.client);
      run.onWaiting = request.onWaiting;
      const id = `client_${++this.#calls}`;
      const text = JSON.stringify(request.arguments);
      try {
        return await run.model.call({ id, name: request.name, arguments: text }, signal);
      } catch (error) {
        if (signal.aborted && run.model.isMaking(id)) await this.#cancel(run);
        // The run ended before it took the call, so the next run makes it.
        if (!(error instanceof NotMadeError)) throw error;
      } finally {
        run.onWaiting = undefined;
        run.isTaken = false;
      }
    }
  }

  /** Continues runs that a dead process left: settles their pending calls and ends them. */
  async recover(): Promise<void> {
    const { store, log } = this.#ports;
    const { definition } = await this.#ports.definition();
    for (const { runId, status } of await store.list({ sessionId: this.#sessionId(definition) })) {
      if (status !== 'open') continue;
      const model = new ClientModel(this.#limits());
      model.close();
      await this.#open(model)
        .resume(runId, this.#ending.signal, { asking: { otherwise: 'leave' } })
        .catch((err: unknown) => log('a run could not be resumed', { run: runId, err }));
    }
  }

  /** Ends the runs after their running calls. A run that does not end in time, such as one that waits, is left in the store. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#beginning;
    const runs = [...this.#runs];
    for (const { model } of runs) model.close();
    const timer = setTimeout(() => this.#ending.abort(), closingMs);
    await Promise.all(runs.map(({ ended }) => ended));
    clearTimeout(timer);
    this.#ending.abort();
  }

  /** Returns a run for one call, which no other call has. */
  async #take(client: string | undefined): Promise<SessionRun> {
    const taken = [...this.#runs].filter(({ isTaken }) => isTaken).length + this.#waiting;
    if (taken >= mostRuns)
      throw new AssistantError('too_many_calls', `${mostRuns} calls are running: wait for a result of one`);
    const run = this.#idle();
    if (run) {
      run.isTaken = true;
      return run;
    }
    this.#waiting++;
    try {
      return await this.#next(client, true);
    } finally {
      this.#waiting--;
    }
  }

  #idle(): SessionRun | undefined {
    if (this.#isClosed) throw new AssistantError('session_closed', 'the session has ended: connect again');
    return [...this.#runs].find(({ isTaken, model }) => !isTaken && model.isOpen);
  }

  #next(client?: string, isTaken = false): Promise<SessionRun> {
    const next = this.#beginning.then(async () => {
      const run = this.#idle() ?? (await this.#begin(client));
      run.isTaken = isTaken;
      return run;
    });
    this.#beginning = next.catch(() => undefined);
    return next;
  }

  async #begin(client?: string): Promise<SessionRun> {
    const waitMs = (this.#blocked?.until ?? 0) - performance.now();
    if (waitMs > 0)
      throw new AssistantError(
        'run_limit_reached',
        `the run reached a limit of the agent (${this.#blocked?.code}): call again in ${Math.ceil(waitMs / 1_000)} seconds, or let its owner raise the limit`,
      );
    const setup = await this.#setup();
    const run = new SessionRun(new ClientModel(this.#limits()), setup.tainted);
    const { id: runId, model } = run;
    const extra = client === undefined ? {} : { client: client.slice(0, 200) };
    const message = { text: 'A client uses the tools of this agent.', origin: 'mcp', tainted: false, extra };
    const { signal } = this.#ending;
    const runtime = this.#open(model);
    // Delivered before the client has the result.
    runtime.on('call.finished', ({ data }) => {
      if (finishedSchema.safeParse(data).data?.outcome.tainted === true) this.#taint(run);
    });
    run.ended = runtime
      .postMessage(setup, message, { signal, runId, asking: this.#asking(setup, run) })
      .then(
        (result) => this.#onEnded(model, result),
        (error: unknown) => model.fail(error),
      )
      .finally(() => this.#runs.delete(run));
    this.#runs.add(run);
    this.#newest = run;
    return run;
  }

  /**
   * Later calls are not made in runs that began before the client read words of others. The next process reads
   * the newest run alone, so a run that is newer than the one with these words is followed by a tainted one.
   */
  #taint(run: SessionRun): void {
    run.isTainted = true;
    this.#isTainted = true;
    for (const { isTainted, model } of this.#runs) if (!isTainted) model.retire(new NotMadeError());
    if (this.#newest?.isTainted || this.#isClosed) return;
    this.#begin().catch((err: unknown) => this.#ports.log('a run could not be begun', { err }));
  }

  async #cancel({ id, ended }: SessionRun): Promise<void> {
    const { store, log } = this.#ports;
    const now = () => new Date().toISOString();
    try {
      await cancelRun(store, id, { reason: 'the client cancelled the call', now });
      await ended;
    } catch (err) {
      log('a run could not be cancelled', { run: id, err });
    }
  }

  #onEnded(model: ClientModel, { runId, state }: RunResult): void {
    const { code, message } = state.ended ?? {};
    const isLimit = limitCodes.has(code);
    if (isLimit && code !== undefined) this.#blocked = { until: performance.now() + limitPauseMs, code };
    const error = new AssistantError(
      isLimit ? 'run_limit_reached' : 'run_ended',
      `run ${runId} ended${code === undefined ? '' : `: ${message ?? code} [${code}]`}: repeat the call`,
    );
    // A run that ends early for another reason, such as a policy on its model, would end again.
    model.fail(error, code === undefined || code === 'loop_detected' ? new NotMadeError() : error);
  }

  #open(models: ClientModel): AgentRuntime {
    const { store, providers, log, vault, validators } = this.#ports;
    return new AgentRuntime({
      ...{ store, models, providers, log, policyBundles: this.#policies },
      presentRules: async () => {
        const { definition, policies, limits, operator } = await this.#ports.definition();
        const order = {
          definition: withClientLimits(definition),
          policies,
          ...(limits === undefined ? {} : { limits }),
        };
        return { operator, orders: new Map([[definition.name, order]]) };
      },
      ...(vault === undefined ? {} : { vault }),
      ...(validators === undefined ? {} : { validators }),
    });
  }

  async #setup(): Promise<RunSetup> {
    const { home, homeUrl, store, log } = this.#ports;
    const { definition, sha256, subagents: _, repair: __, ...rules } = await this.#ports.definition();
    const identity = await verifyIdentity(home, getAgentId(definition), homeUrl);
    const policyBundle = await this.#policies.load();
    const sessionId = this.#sessionId(definition);
    this.#isTainted ??= (
      await sessionContext(store, { agent: definition.name, sessionId, turns: 1 }, (run, err) =>
        log('a log is not as it was written, and is passed by', { run, err }),
      )
    ).tainted;
    return {
      definition: withClientLimits(definition),
      definitionSha256: sha256,
      systemPrompt: await memberPrompt(definition, home),
      ...rules,
      model: { ...clientModel, contextWindow, reservedOutput: 1_024, input: ['image'] },
      sessionId,
      // The client has its own context. Third-party text in it still taints its calls.
      context: [],
      tainted: this.#isTainted,
      identity,
      ...(policyBundle === undefined ? {} : { policyBundle }),
    };
  }

  /** Approvers decide in the home if the operator leaves it to them, and otherwise in the terminal by `agents approvals`. */
  #asking({ operator, sessionId }: RunSetup, run: SessionRun): Asking {
    const { approvals } = this.#ports;
    const waits = (runId: string, questionId: string | undefined) =>
      run.onWaiting?.(`The call waits for an approval: ${questionId ?? runId}`);
    if (!approvals || operator.approvalsBy !== 'home')
      return {
        otherwise: 'stay',
        waits: (state) => waits(state.first.run_id, getQuestion(state)?.id),
      };
    return {
      otherwise: 'stay',
      isRemote: true,
      ask: async ({ runId, question }, signal) => {
        if (question.kind !== 'approval') return undefined;
        const allowed = approvals.allowed(question, sessionId);
        if (allowed) return allowed;
        waits(runId, question.id);
        return approvals.decide({ runId, question }, { session: sessionId, signal });
      },
    };
  }

  #limits(): ClientModelOptions {
    return { ...ofOneRun, idleMs: this.#ports.idleMs ?? defaultIdleMs };
  }

  #sessionId(definition: ResidentDefinition['definition']): string {
    const home = sha256Hex(new TextEncoder().encode(this.#ports.homeUrl)).slice(0, 12);
    return `${getAgentId(definition)}@mcp@${home}`;
  }
}

/** Limits that the agent's file does not state are for runs of models, which cost money; a client's runs last longer. */
function withClientLimits(definition: ResidentDefinition['definition']): ResidentDefinition['definition'] {
  const unstated: readonly string[] = definition.unstatedLimits ?? [];
  return {
    ...definition,
    limits: {
      ...definition.limits,
      ...(unstated.includes('maxToolCalls') ? { maxToolCalls: ofOneRun.mostCalls } : {}),
      ...(unstated.includes('timeoutMs') ? { timeoutMs: longestRunMs } : {}),
    },
  };
}
