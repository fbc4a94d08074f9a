import { asJson } from '@agent-home/protocol';
import { type RecordData, verifyData } from '@agent-home/run-log';
import {
  CallTicket,
  type Effect,
  nextEffect,
  questionOf,
  type RunInput,
  type RunState,
  type ToolOutcome,
  transition,
  unknownOutcome,
} from '@agent-home/runtime';
import { allowManyListeners } from '../cancelling/either-signal.ts';
import { askModelOfRun } from './ask-model-of-run.ts';
import { boundOutcome } from './bound-outcome.ts';
import type { DriverPorts } from './driver-ports.ts';
import { People } from './people.ts';
import { performMemory } from './perform-memory.ts';
import { performValidation } from './perform-validation.ts';
import { RunTime } from './run-time.ts';
import { toolOutcomeInTime } from './within-time.ts';

const requestsEveryMs = 500;

/**
 * Feeds a run: appends what each input derives, tells those who listen, then does what comes next, until there is nothing
 * left. It decides nothing: what happens is the transition's, and stands in the log before it happens.
 */
export class RunDriver {
  readonly #ports: DriverPorts;
  readonly #ending = new AbortController();
  #state: RunState;
  /** One input after another, whoever brings it. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #people: People;
  #looking: Promise<void> | undefined;

  constructor(state: RunState, ports: DriverPorts) {
    this.#state = state;
    this.#ports = ports;
    allowManyListeners(this.#ending.signal);
    const { asking, now, signal, log } = ports;
    this.#people = new People({
      ...{ asking, now, signal, log },
      state: () => this.#state,
      feed: (inputOf) => this.#feedNext(inputOf),
      readInbox: () => this.#lookUp(),
    });
  }

  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  get state(): RunState {
    return this.#state;
  }

  /** Appends an input and all that derives from it. */
  async feed(input: RunInput): Promise<void> {
    return this.#feedNext(() => input);
  }

  async #feedNext(inputOf: (state: RunState) => RunInput | undefined): Promise<void> {
    const fed = this.#turn.then(async () => {
      const input = inputOf(this.#state);
      if (input) await this.#apply(input);
    });
    this.#turn = fed.catch(() => undefined);
    return fed;
  }

  /**
   * Until the run has ended, or waits for a person who is not asked here.
   * @param recovering whether the first effect may have begun in a process that died
   */
  async run({ recovering = false, spentMs }: { recovering?: boolean; spentMs: number }): Promise<RunState> {
    const { timeout_ms } = this.#state.started.limits;
    const timeOut = () => this.#end({ type: 'run.timed_out', data: { timeout_ms } });
    const time = new RunTime(timeout_ms - spentMs, () => void timeOut());
    time.start();
    const cancel = () =>
      this.#end({ type: 'run.cancel_requested', data: { reason: 'the process was told to stop' } });
    const onAbort = () => void (this.#people.leave() || cancel());
    this.#ports.signal.addEventListener('abort', onAbort);
    const polling = setInterval(() => void this.#lookUp().catch(() => undefined), requestsEveryMs);
    try {
      // Whoever ended the run while nobody ran it does not want the next effect.
      await this.#lookUp();
      if (this.#ports.signal.aborted && !this.#people.areElsewhere) await cancel();
      if (time.isOver && !questionOf(this.#state)) await timeOut();
      let isRecovery = recovering;
      for (let effect = nextEffect(this.#state); effect; effect = nextEffect(this.#state)) {
        if (effect.kind === 'ask') {
          time.stop();
          const isAnswered = await this.#people.ask(effect.question);
          if (!isAnswered) break;
          time.start();
          if (time.isOver) await timeOut();
        } else await this.#perform(effect, isRecovery);
        isRecovery = false;
      }
      await this.#turn;
      await this.#ports.writer.sync();
      return this.#state;
    } finally {
      time.stop();
      clearInterval(polling);
      await this.#looking?.catch(() => undefined);
      this.#ports.signal.removeEventListener('abort', onAbort);
      this.#ending.abort();
    }
  }

  async #apply(input: RunInput): Promise<void> {
    if (this.#state.ended) return;
    // What cannot be replayed is not written.
    verifyData({ type: input.type, seq: this.#state.head.seq, data: asJson(input.data) });
    const { state, sealed, records } = transition(this.#state, input);
    const beside = new Map(sealed.flatMap((each) => [...each.beside]));
    await this.#ports.writer.append(
      sealed.map(({ line }) => line),
      beside,
    );
    this.#state = state;
    this.#people.look();
    this.#ports.bus.publish(records);
  }

  /** What ends a run from outside ends what it waits for first, so that nothing goes on behind a closed log. */
  async #end(
    ending: Pick<Extract<RunInput, { type: 'run.timed_out' | 'run.cancel_requested' }>, 'type' | 'data'>,
  ) {
    this.#ending.abort();
    await this.feed({ ...ending, time: this.#ports.now() } as RunInput).catch(() => undefined);
  }

  /** What came into the inbox, and whether it is too late for an answer. */
  #lookUp(): Promise<void> {
    this.#looking ??= this.#readInbox().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #readInbox(): Promise<void> {
    const requests = await this.#ports.writer.takeRequests().catch(() => []);
    for (const request of requests) {
      if (request.kind === 'answer') await this.#people.take(request, 'command');
      else await this.#end({ type: 'run.cancel_requested', data: { reason: request.reason } });
    }
    await this.#people.lookAtClock();
  }

  async #perform(effect: Exclude<Effect, { kind: 'ask' }>, isRecovery: boolean): Promise<void> {
    if (effect.kind === 'model') {
      const { signal: ending } = this.#ending;
      return askModelOfRun(effect, this.#ports, { ending, feed: (input) => this.feed(input) });
    }
    if (effect.kind === 'recall' || effect.kind === 'memorize')
      return this.feed(await performMemory(effect, this.#ports, this));
    if (effect.kind === 'validate')
      return this.feed(await performValidation(effect, this.#ports, this.ending));
    if (effect.kind === 'prepare') return this.#prepare(effect);
    if (effect.kind === 'go_on') return this.#goOn(effect);
    const outcome = isRecovery
      ? await this.#recover(effect)
      : { settled: false, ...(await this.#call(effect)) };
    if (outcome) await this.#finish(effect, outcome);
  }

  async #goOn({ answered: { data } }: Extract<Effect, { kind: 'go_on' }>): Promise<void> {
    const reason = data.by.kind === 'person' ? 'a person answered' : data.reason;
    await this.feed({ type: 'run.resumed', time: this.#ports.now(), data: { reason } });
  }

  async #prepare({ call, timeoutMs }: Extract<Effect, { kind: 'prepare' }>): Promise<void> {
    const { tools, now } = this.#ports;
    const prepared = await tools.prepare(call, timeoutMs, this.#ending.signal);
    if ('failure' in prepared)
      return this.#finish({ call }, { outcome: prepared.failure, settled: false, elapsedMs: 0 });
    const data = { tool_call_id: call.callId, prepared: prepared.prepared };
    await this.feed({ type: 'call.prepared', time: now(), data });
  }

  async #call(
    effect: Extract<Effect, { kind: 'call' }>,
  ): Promise<{ outcome: ToolOutcome; elapsedMs: number }> {
    const { tools, writer } = this.#ports;
    const { call, decided, invoked, timeoutMs } = effect;
    // What a power loss takes with it must not be the only trace of an effect.
    if (effect.sideEffects) await writer.sync();
    const started = performance.now();
    const outcome = await toolOutcomeInTime(timeoutMs, this.#ending.signal, (signal) =>
      tools.invoke(CallTicket.from(decided, invoked), call, { signal }),
    );
    return { outcome, elapsedMs: Math.round(performance.now() - started) };
  }

  /**
   * A call that a dead process may have made: its provider is asked first, and nothing is repeated that could count twice.
   * @returns undefined where a person has to say what came of it
   */
  async #recover(
    effect: Extract<Effect, { kind: 'call' }>,
  ): Promise<{ outcome: ToolOutcome; elapsedMs: number; settled: boolean } | undefined> {
    const { call } = effect;
    const settlement = await this.#ports.tools.settle(call, effect.timeoutMs, this.#ending.signal);
    if (settlement.state === 'done') return { outcome: settlement.outcome, elapsedMs: 0, settled: true };
    if (settlement.state === 'not_done' || effect.idempotent || !effect.sideEffects)
      return { ...(await this.#call(effect)), settled: false };
    if (this.#state.started.operator.approval_expires_ms === undefined)
      return { outcome: unknownOutcome(call.tool), elapsedMs: 0, settled: true };
    const reason = 'the process that made the call died, and its tool cannot say what came of it';
    const data = { tool_call_id: call.callId, reason };
    await this.feed({ type: 'call.unsettled', time: this.#ports.now(), data });
    return undefined;
  }

  async #finish(
    { call }: Pick<Extract<Effect, { kind: 'call' }>, 'call'>,
    { outcome, settled, elapsedMs }: { outcome: ToolOutcome; settled: boolean; elapsedMs: number },
  ): Promise<void> {
    const data: RecordData<'call.finished'> = {
      tool_call_id: call.callId,
      outcome: boundOutcome(outcome, this.#ports.tools.cleaner),
      settled,
      elapsed_ms: elapsedMs,
    };
    await this.feed({ type: 'call.finished', time: this.#ports.now(), data });
  }
}
