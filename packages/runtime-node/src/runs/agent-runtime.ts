import { randomBytes } from 'node:crypto';
import {
  delegatedStart,
  getQuestion,
  mostDepth,
  type RunState,
  type RunWriter,
  replayLog,
  type Step,
  transition,
} from '@agent-home/agent-runtime';
import { combineRedactions, compilePolicy, redact } from '@agent-home/agent-runtime/policy';
import { type RecordData, type RunStarted, verifyData } from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import { type Asking, leaveWaiting } from '../driver/asking.ts';
import type { Delegation } from '../driver/delegation.ts';
import { EventBus, type Handler } from '../driver/event-bus.ts';
import type { AgentPorts } from '../driver/legs.ts';
import { RunDriver } from '../driver/run-driver.ts';
import { ToolBox } from '../driver/tool-box.ts';
import { requireAuthentic } from '../run-store/not-authentic.ts';
import { SetupError } from '../setup/setup-error.ts';
import type { Vault } from '../vault/vault.ts';
import { DelegatedRuns, type DelegatedSetup } from './delegated-runs.ts';
import { newRunId } from './new-run-id.ts';
import { pinRun } from './pin-run.ts';
import { presentRulesFor } from './read-present-rules.ts';
import { reopenAgent, withOwnTools } from './reopen-agent.ts';
import { requireMedia } from './require-media.ts';
import type { RunSetup, UserMessage } from './run-setup.ts';
import {
  isWithOrder,
  type Posted,
  type PostOptions,
  type RunResult,
  type RuntimeOptions,
} from './runtime-options.ts';
import { spentTime } from './spent-time.ts';
import type { TeamMember } from './team.ts';
import { LegsOfTeam, memberOf } from './team-legs.ts';
import { usableTools } from './usable-tools.ts';

/** Accepts messages, runs agents, and continues runs whose process died. */
export class AgentRuntime {
  readonly #options: Required<
    Omit<
      RuntimeOptions,
      | 'memory'
      | 'validators'
      | 'vault'
      | 'team'
      | 'presentRules'
      | 'policyBundles'
      | 'projectIsTrusted'
      | 'orderFor'
    >
  > &
    Pick<
      RuntimeOptions,
      'memory' | 'validators' | 'presentRules' | 'policyBundles' | 'projectIsTrusted' | 'orderFor'
    >;
  readonly #vault: Vault | undefined;
  readonly #bus = new EventBus();
  readonly #legs: LegsOfTeam;
  readonly #delegation: Delegation;

  constructor({ vault, team, log = () => undefined, ...options }: RuntimeOptions) {
    this.#vault = vault;
    const told: typeof log = (message, facts) =>
      vault ? log(vault.secrets.clean(message), vault.secrets.cleanValue(facts)) : log(message, facts);
    this.#options = {
      asking: leaveWaiting,
      now: () => new Date().toISOString(),
      ...options,
      log: told,
    };
    const { now, projectIsTrusted } = this.#options;
    this.#legs = new LegsOfTeam({ team, vault, log: told, now, projectIsTrusted });
    this.#delegation = new DelegatedRuns({
      clean: (text) => vault?.secrets.clean(text) ?? text,
      member: (agent, sessionId) => memberOf(team, agent, sessionId),
      start: (setup) => this.#startDelegated(setup),
      resume: (runId, { asking, signal }) => this.resume(runId, signal, { asking }),
    });
  }

  /** @returns ends the subscription (S4-19) */
  on(pattern: string, handler: Handler): () => void {
    return this.#bus.on(pattern, handler);
  }

  /**
   * Runs an agent on one message until it answers (S4-18), with the order from `orderFor`.
   * @throws SetupError `order_missing`: the runtime has no `orderFor`
   */
  postMessage(message: UserMessage, options?: PostOptions): Promise<RunResult>;
  /** Like the overload above, with the caller's own setup. */
  postMessage(order: RunSetup, message: UserMessage, options?: PostOptions): Promise<RunResult>;
  async postMessage(...given: Posted): Promise<RunResult> {
    if (isWithOrder(given)) return this.#post(...given);
    const [message, options] = given;
    const { orderFor } = this.#options;
    if (!orderFor)
      throw new SetupError(
        'order_missing',
        'postMessage needs an order: set orderFor of the runtime, or call postMessage(order, message)',
      );
    return this.#post(await orderFor(message), message, options);
  }

  async #post(
    order: RunSetup,
    message: UserMessage,
    {
      signal = new AbortController().signal,
      runId = newRunId(),
      asking = this.#options.asking,
    }: PostOptions = {},
  ): Promise<RunResult> {
    const { providers, memory } = this.#options;
    return this.#run({ order, providers, memory }, message, { signal, runId, asking });
  }

  /** Starts a run that another run delegates, under the rules and with a share of the limits of that run. */
  #startDelegated({
    member,
    message,
    runId,
    asking,
    signal,
    ...delegated
  }: DelegatedSetup): Promise<RunResult> {
    const { order } = member;
    const depth = (delegated.parent.first.parent?.depth ?? 0) + 1;
    const { subagents: _, ...withoutSubagents } = order;
    const acting = { ...member, order: depth < mostDepth ? order : withoutSubagents };
    return this.#run(acting, message, { signal, runId, asking }, delegated);
  }

  async #run(
    { order, providers, memory }: TeamMember,
    message: UserMessage,
    { signal, runId, asking }: Required<PostOptions>,
    delegated?: Pick<DelegatedSetup, 'parent' | 'callId' | 'shares' | 'leftMs'>,
  ): Promise<RunResult> {
    const { store, log, projectIsTrusted } = this.#options;
    const vault = this.#vault;
    const redaction = combineRedactions([
      ...(delegated ? [delegated.parent.rulebook.redaction] : []),
      ...[...order.policies, ...(order.policyBundle?.policies ?? [])].map(
        (policy) => compilePolicy(policy).redaction,
      ),
    ]);
    const { box, descriptions } = await ToolBox.open(withOwnTools(providers, order), signal, {
      vault,
      redaction,
      projectIsTrusted,
    });
    const salt = randomBytes(32).toString('hex');
    const privateKey = randomBytes(32).toString('hex');
    const { started: own, leftOut } = pinRun(order, { runId, salt, privateKey, tools: descriptions });
    for (const each of leftOut) log('a tool is left out', { ...each, run: runId });
    const started = delegated ? delegatedStart(own, delegated.parent, delegated) : own;
    const begun = await this.#open(this.#begin(started));
    // Users paste keys into their messages.
    const told = vault?.secrets.cleanValue(message) ?? message;
    const said = { ...told, text: redact(told.text.toWellFormed(), redaction) };
    const { state, sealed, records } = this.#tell(begun, said);
    const writer = await store.create(runId);
    try {
      // Written in one append, so that no run is stored without its message, except for a torn prefix.
      const beside = new Map(sealed.flatMap((each) => [...each.beside]));
      await writer.append(
        sealed.map(({ line }) => line),
        beside,
      );
      this.#bus.publish(records);
      const driver = this.#drive(state, writer, { atWork: { tools: box, memory }, signal, asking });
      return getResult(runId, driver, await driver.run({}));
    } finally {
      await writer.close();
    }
  }

  /**
   * Computes and validates the first two steps before the run exists, so that a setup or message that no log can hold creates no
   * run.
   */
  #begin(started: RunStarted): Step {
    verifyData({ type: 'run.started', seq: 0, data: asJson(started) });
    return transition(undefined, { type: 'run.started', time: this.#options.now(), data: started });
  }

  /** Opens a run once all secrets of its tools are known. Texts of servers were read earlier and are searched again. */
  async #open(begun: Step): Promise<Step> {
    const { started } = begun.state;
    if (!(await this.#vault?.openFor(usableTools(begun.state)))) return begun;
    const tools = this.#vault?.secrets.cleanValue(started.tools) ?? started.tools;
    return this.#begin({ ...started, tools });
  }

  #tell(begun: Step, message: UserMessage): Step {
    const data: RecordData<'kairo.user.message'> = {
      message_id: `${begun.state.started.run_id}:message`,
      text: message.text.toWellFormed(),
      origin: message.origin,
      tainted: message.tainted,
      ...(message.media === undefined ? {} : { media: requireMedia(begun.state, message.media) }),
      extra: asJson(message.extra ?? {}),
    };
    verifyData({ type: 'kairo.user.message', seq: 1, data: asJson(data) });
    const time = this.#options.now();
    const told = transition(begun.state, { type: 'kairo.user.message', time, data });
    return {
      ...told,
      sealed: [...begun.sealed, ...told.sealed],
      records: [...begun.records, ...told.records],
    };
  }

  /**
   * Continues a run whose process died: replays its log, completes a partly written last step, and settles a pending call before
   * repeating it. A run that waits for an approver continues after the answer.
   * @throws RunStoreError `no_such_run`, `run_is_written`, `log_not_authentic`; LogError if the log differs from its replay
   */
  async resume(
    runId: string,
    signal: AbortSignal = new AbortController().signal,
    { asking = this.#options.asking }: { asking?: Asking } = {},
  ): Promise<RunResult> {
    const { store, log } = this.#options;
    const writer = await store.lock(runId);
    try {
      const { tornBytes } = writer;
      if (tornBytes > 0) log('a torn last line was cut off', { run: runId, bytes: tornBytes });
      const stored = await store.read(runId);
      requireAuthentic(runId, stored);
      const { lines, value } = stored;
      const { state, records, missing } = replayLog(lines, value);
      if (missing.length > 0) await writer.append(missing, new Map());
      await writer.sync();
      if (state.ended) return { runId, state };
      const isOfTeam = state.legs.number > 0 || state.first.parent !== undefined;
      const atWork = isOfTeam ? await this.#legs.reopen(state, signal) : await this.#reopen(state, signal);
      const driver = this.#drive(state, writer, { atWork, signal, asking });
      if (!getQuestion(state) || tornBytes > 0) await this.#goOn(driver, state, tornBytes);
      // Effects follow complete steps only, so the call of an incomplete step has certainly not begun.
      const recovering = state.waiting.for === 'outcome' && missing.length === 0;
      return getResult(runId, driver, await driver.run({ recovering, spent: spentTime(records) }));
    } finally {
      await writer.close();
    }
  }

  #reopen(state: RunState, signal: AbortSignal): Promise<AgentPorts> {
    const { log, memory, providers, projectIsTrusted } = this.#options;
    const parts = { vault: this.#vault, log, signal, projectIsTrusted };
    return reopenAgent(state, { providers, memory }, parts);
  }

  async #goOn(driver: RunDriver, { waiting }: RunState, tornBytes: number): Promise<void> {
    if (waiting.for === 'message') {
      const time = this.#options.now();
      return driver.feed({
        type: 'run.cancel_requested',
        time,
        data: { reason: 'the run received no message' },
      });
    }
    const reason = waiting.for === 'resumption' ? 'a person answered' : 'the process that ran it ended';
    const torn = tornBytes > 0 ? { torn_bytes: tornBytes } : {};
    await driver.resume({ reason, ...torn });
  }

  #drive(
    state: RunState,
    writer: RunWriter,
    { atWork, signal, asking }: { atWork: AgentPorts; signal: AbortSignal; asking: Asking },
  ): RunDriver {
    const { models, now, log, validators, presentRules: read, policyBundles } = this.#options;
    return new RunDriver(state, {
      writer,
      models,
      atWork,
      legs: this.#legs,
      delegation: this.#delegation,
      validators,
      presentRules: read && ((now) => presentRulesFor(now, read)),
      policyBundles,
      bus: this.#bus,
      now,
      signal,
      asking,
      log,
    });
  }
}

function getResult(runId: string, { waitsFor }: RunDriver, state: RunState): RunResult {
  return waitsFor.length === 0 ? { runId, state } : { runId, state, waitsFor };
}
