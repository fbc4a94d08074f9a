import { randomBytes } from 'node:crypto';
import { asJson } from '@agent-home/protocol';
import { type RecordData, type RunRecord, type RunStarted, verifyData } from '@agent-home/run-log';
import {
  type ModelPort,
  type RunState,
  type RunStore,
  type RunWriter,
  replayLog,
  type Step,
  type ToolProvider,
  transition,
} from '@agent-home/runtime';
import { EventBus, type Handler } from '../driver/event-bus.ts';
import { RunDriver } from '../driver/run-driver.ts';
import { ToolBox } from '../driver/tool-box.ts';
import type { Vault } from '../vault/vault.ts';
import { newRunId } from './new-run-id.ts';
import { changedTools, pinRun } from './pin-run.ts';
import type { RunOrder, UserMessage } from './run-order.ts';

export interface RuntimeOptions {
  store: RunStore;
  models: ModelPort;
  /** What may be called, the first of a name first: native tools before what servers offer. */
  providers: readonly ToolProvider[];
  /** Without it no handle has a value, and nothing is searched for. */
  vault?: Vault;
  now?: () => string;
  log?: (message: string, facts: Record<string, unknown>) => void;
}

/** A run that has ended. */
export interface RunResult {
  runId: string;
  state: RunState;
}

/** Takes messages, runs agents, and goes on with runs whose process died. */
export class AgentRuntime {
  readonly #options: Required<Omit<RuntimeOptions, 'vault'>>;
  readonly #vault: Vault | undefined;
  readonly #bus = new EventBus();

  constructor({ vault, log = () => undefined, ...options }: RuntimeOptions) {
    this.#vault = vault;
    const told: typeof log = (message, facts) =>
      vault ? log(vault.secrets.clean(message), vault.secrets.cleanValue(facts)) : log(message, facts);
    this.#options = { now: () => new Date().toISOString(), ...options, log: told };
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
    }: { signal?: AbortSignal; runId?: string } = {},
  ): Promise<RunResult> {
    const { store, providers, log } = this.#options;
    const { box, descriptions } = await ToolBox.open(providers, signal, this.#vault);
    const salt = randomBytes(32).toString('hex');
    const { started, leftOut } = pinRun(order, { runId, salt, tools: descriptions });
    for (const each of leftOut) log('a tool is left out', { ...each, run: runId });
    // People paste keys into what they ask.
    const said = this.#vault?.secrets.cleanValue(message) ?? message;
    const { state, sealed, records } = this.#begin(started, said);
    const writer = await store.create(runId);
    try {
      // One write: no run stands in the store that was told nothing, but for a prefix of this one.
      const beside = new Map(sealed.flatMap((each) => [...each.beside]));
      await writer.append(
        sealed.map(({ line }) => line),
        beside,
      );
      this.#bus.publish(records);
      const driver = this.#drive(state, writer, { box, signal });
      return { runId, state: await driver.run({ startedAt: Date.now() }) };
    } finally {
      await writer.close();
    }
  }

  /** Its first two steps, made and checked before there is a run: an order or a message that no log can hold makes none. */
  #begin(started: RunStarted, message: UserMessage): Step {
    const time = this.#options.now();
    const data: RecordData<'kairo.user.message'> = {
      message_id: `${started.run_id}:message`,
      text: message.text.toWellFormed(),
      origin: message.origin,
      tainted: message.tainted,
      extra: asJson(message.extra ?? {}),
    };
    verifyData({ type: 'run.started', seq: 0, data: asJson(started) });
    verifyData({ type: 'kairo.user.message', seq: 1, data: asJson(data) });
    const first = transition(undefined, { type: 'run.started', time, data: started });
    const second = transition(first.state, { type: 'kairo.user.message', time, data });
    return {
      ...second,
      sealed: [...first.sealed, ...second.sealed],
      records: [...first.records, ...second.records],
    };
  }

  /**
   * Goes on with a run whose process died: its log is replayed, a last step that was not written whole is completed, and
   * what was under way is settled before it is done again.
   * @throws RunStoreError `no_such_run`, `run_is_written`; LogError where the log is not what its inputs make of it
   */
  async resume(runId: string, signal: AbortSignal = new AbortController().signal): Promise<RunResult> {
    const { store, providers, now, log } = this.#options;
    const writer = await store.lock(runId);
    try {
      const { tornBytes } = writer;
      if (tornBytes > 0) log('a torn last line was cut off', { run: runId, bytes: tornBytes });
      const { lines, value } = await store.read(runId);
      const { state, records, missing } = replayLog(lines, value);
      if (missing.length > 0) await writer.append(missing, new Map());
      await writer.sync();
      if (state.ended) return { runId, state };
      const { box, descriptions } = await ToolBox.open(providers, signal, this.#vault);
      const changed = changedTools(state.started.tools, descriptions);
      if (changed.size > 0)
        log('tools have changed since the run began', { run: runId, tools: [...changed] });
      box.withhold(changed);
      const driver = this.#drive(state, writer, { box, signal });
      await driver.feed(
        state.waiting.for === 'message'
          ? { type: 'run.cancel_requested', time: now(), data: { reason: 'it was told nothing' } }
          : {
              type: 'run.resumed',
              time: now(),
              data: {
                reason: 'the process that ran it ended',
                ...(tornBytes > 0 ? { torn_bytes: tornBytes } : {}),
              },
            },
      );
      const startedAt = Date.now() - spentMs(records);
      return { runId, state: await driver.run({ recovering: true, startedAt }) };
    } finally {
      await writer.close();
    }
  }

  #drive(
    state: RunState,
    writer: RunWriter,
    { box, signal }: { box: ToolBox; signal: AbortSignal },
  ): RunDriver {
    const { models, now } = this.#options;
    return new RunDriver(state, { writer, models, tools: box, bus: this.#bus, now, signal });
  }
}

/** How long a run has run: from record to record, but not until the one with which somebody went on. */
function spentMs(records: readonly RunRecord[]): number {
  let spent = 0;
  for (const [index, { type, time }] of records.entries()) {
    const before = records[index - 1];
    if (before && type !== 'run.resumed') spent += Math.max(0, Date.parse(time) - Date.parse(before.time));
  }
  return spent;
}
