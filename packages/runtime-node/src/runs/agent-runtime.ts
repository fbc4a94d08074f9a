import { randomBytes } from 'node:crypto';
import { combineRedactions, compilePolicy, redact } from '@agent-home/policy';
import { asJson } from '@agent-home/protocol';
import { type RecordData, type RunStarted, verifyData } from '@agent-home/run-log';
import {
  type MemoryStore,
  type ModelPort,
  type OutputValidators,
  questionOf,
  type RunState,
  type RunStore,
  type RunWriter,
  replayLog,
  type Step,
  type ToolProvider,
  transition,
} from '@agent-home/runtime';
import { type Asking, leaveWaiting } from '../driver/asking.ts';
import { EventBus, type Handler } from '../driver/event-bus.ts';
import type { AgentPorts } from '../driver/legs.ts';
import { RunDriver } from '../driver/run-driver.ts';
import { ToolBox } from '../driver/tool-box.ts';
import { requireAuthentic } from '../run-store/not-authentic.ts';
import type { Vault } from '../vault/vault.ts';
import { LegsOfTeam } from './legs-of-team.ts';
import { newRunId } from './new-run-id.ts';
import { pinRun } from './pin-run.ts';
import { presentRulesFor, type ReadPresentRules } from './present-rules.ts';
import { reopenAgent, withOwnTools } from './reopen-agent.ts';
import type { RunOrder, UserMessage } from './run-order.ts';
import { spentTime } from './spent-time.ts';
import type { Team } from './team.ts';
import { usableTools } from './usable-tools.ts';

export interface RuntimeOptions {
  store: RunStore;
  models: ModelPort;
  /** What may be called, the first of a name first: native tools before what servers offer. */
  providers: readonly ToolProvider[];
  /** What agents remember; without it those that should go on without. */
  memory?: MemoryStore;
  /** Of guardrails that have one; without it nothing passes those. */
  validators?: OutputValidators;
  /** Without it no handle has a value, and nothing is searched for. */
  vault?: Vault;
  /** Who else may come into a run; without it nobody does. */
  team?: Team;
  /** False if the project that tools read is not trusted: its files are words of others then. */
  projectIsTrusted?: boolean;
  /** Rules of this moment for a run that continues; without it those that it began with hold alone. */
  presentRules?: ReadPresentRules;
  /** How people are asked; without it a run that needs one is left waiting in the store. */
  asking?: Asking;
  now?: () => string;
  log?: (message: string, facts: Record<string, unknown>) => void;
}

/** A run that has ended, or that waits for a person. */
export interface RunResult {
  runId: string;
  state: RunState;
}

/** Takes messages, runs agents, and goes on with runs whose process died. */
export class AgentRuntime {
  readonly #options: Required<
    Omit<RuntimeOptions, 'memory' | 'validators' | 'vault' | 'team' | 'presentRules' | 'projectIsTrusted'>
  > &
    Pick<RuntimeOptions, 'memory' | 'validators' | 'presentRules' | 'projectIsTrusted'>;
  readonly #vault: Vault | undefined;
  readonly #bus = new EventBus();
  readonly #legs: LegsOfTeam;

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
  }

  /** @returns ends the subscription (S4-19) */
  on(pattern: string, handler: Handler): () => void {
    return this.#bus.on(pattern, handler);
  }

  /** One message, one run, until its answer (S4-18). @param runId chosen by the caller where it has to be known before */
  async postMessage(
    order: RunOrder,
    message: UserMessage,
    {
      signal = new AbortController().signal,
      runId = newRunId(),
      asking = this.#options.asking,
    }: { signal?: AbortSignal; runId?: string; asking?: Asking } = {},
  ): Promise<RunResult> {
    const { store, log, providers, projectIsTrusted } = this.#options;
    const vault = this.#vault;
    const redaction = combineRedactions(order.policies.map((policy) => compilePolicy(policy).redaction));
    const { box, descriptions } = await ToolBox.open(withOwnTools(providers, order), signal, {
      vault,
      redaction,
      projectIsTrusted,
    });
    const salt = randomBytes(32).toString('hex');
    const { started, leftOut } = pinRun(order, { runId, salt, tools: descriptions });
    for (const each of leftOut) log('a tool is left out', { ...each, run: runId });
    const begun = await this.#open(this.#begin(started));
    // People paste keys into what they ask.
    const told = vault?.secrets.cleanValue(message) ?? message;
    const said = { ...told, text: redact(told.text.toWellFormed(), redaction) };
    const { state, sealed, records } = this.#tell(begun, said);
    const writer = await store.create(runId);
    try {
      // One write: no run stands in the store that was told nothing, but for a prefix of this one.
      const beside = new Map(sealed.flatMap((each) => [...each.beside]));
      await writer.append(
        sealed.map(({ line }) => line),
        beside,
      );
      this.#bus.publish(records);
      const atWork = { tools: box, memory: this.#options.memory };
      const driver = this.#drive(state, writer, { atWork, signal, asking });
      return { runId, state: await driver.run({}) };
    } finally {
      await writer.close();
    }
  }

  /** Its first two steps, made and checked before there is a run: an order or a message that no log can hold makes none. */
  #begin(started: RunStarted): Step {
    verifyData({ type: 'run.started', seq: 0, data: asJson(started) });
    return transition(undefined, { type: 'run.started', time: this.#options.now(), data: started });
  }

  /** With every secret known that a tool of it may use. What servers said of themselves came before: it is looked at again. */
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
   * Goes on with a run whose process died: its log is replayed, a last step that was not written whole is completed, and
   * what was under way is settled before it is done again. A run that waits for a person goes on once they have answered.
   * @throws RunStoreError `no_such_run`, `run_is_written`, `log_not_authentic`; LogError where the log is not what its inputs make of it
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
      const atWork =
        state.legs.number > 0 ? await this.#legs.reopen(state, signal) : await this.#reopen(state, signal);
      const driver = this.#drive(state, writer, { atWork, signal, asking });
      if (!questionOf(state) || tornBytes > 0) await this.#goOn(driver, state, tornBytes);
      // A step that was not written whole was followed by nothing: its call has not begun for certain.
      const recovering = state.waiting.for === 'outcome' && missing.length === 0;
      return { runId, state: await driver.run({ recovering, spent: spentTime(records) }) };
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
      return driver.feed({ type: 'run.cancel_requested', time, data: { reason: 'it was told nothing' } });
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
    const { models, now, log, validators, presentRules: read } = this.#options;
    return new RunDriver(state, {
      writer,
      models,
      atWork,
      legs: this.#legs,
      validators,
      presentRules: read && ((now) => presentRulesFor(now, read)),
      bus: this.#bus,
      now,
      signal,
      asking,
      log,
    });
  }
}
