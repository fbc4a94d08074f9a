import {
  type DelegatedTask,
  type Effect,
  getQuestion,
  nextEffect,
  type PreparedCall,
  type RunInput,
  type RunState,
  type Step,
  transition,
} from '@agent-home/agent-runtime';
import { type BranchResult, type RecordData, verifyData } from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import { allowManyListeners } from '../cancelling/either-signal.ts';
import { askModelOfRun } from './ask-model-of-run.ts';
import { bundleInput } from './bundle-input.ts';
import type { Delegated, DelegatedRun, RunClock, Task } from './delegation.ts';
import type { DriverPorts } from './driver-ports.ts';
import { getConversation } from './get-conversation.ts';
import type { AgentPorts, MadeStep } from './legs.ts';
import { People } from './people.ts';
import { performCall, prepareCall, type WaitsFor } from './perform-call.ts';
import { performMemory } from './perform-memory.ts';
import { performValidation } from './perform-validation.ts';
import { RunTime } from './run-time.ts';

const requestsEveryMs = 500;

/** Inputs that no decision follows; a streamed text or the end of a run does not wait for a read. */
const withoutDecision: ReadonlySet<RunInput['type']> = new Set<RunInput['type']>([
  ...(['model.delta', 'model.step', 'call.prepared', 'run.timed_out', 'run.cancel_requested'] as const),
]);

/** Progress of a run in earlier processes. */
export interface RunProgress {
  /** True if the first effect may have begun in a dead process. */
  recovering?: boolean;
  /** Milliseconds that the run and its leg at work have run. */
  spent?: { runMs: number; legMs: number };
}

/**
 * Drives a run: appends the records of each input, notifies listeners, and performs effects until no effect is left. All decisions
 * are made by the transition and are in the log before they are carried out.
 */
export class RunDriver {
  readonly #ports: DriverPorts;
  readonly #ending = new AbortController();
  #state: RunState;
  /** Serializes inputs from all sources. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #people: People;
  #looking: Promise<void> | undefined;
  /** Ports of this run's agents, by name. */
  readonly #agents = new Map<string, AgentPorts>();
  #time: RunTime | undefined;
  #waitsFor: readonly string[] = [];
  /** Verdicts of validators that judge in parallel with the model, by guardrail. */
  readonly #verdicts = new Map<string, { output: string; verdict: Promise<RunInput> }>();

  constructor(state: RunState, ports: DriverPorts) {
    this.#state = state;
    this.#ports = ports;
    this.#agents.set(state.started.agent, ports.atWork);
    allowManyListeners(this.#ending.signal);
    const { asking, now, signal, log } = ports;
    this.#people = new People({
      asking,
      now,
      signal,
      log,
      state: () => this.#state,
      feed: (getInput) => this.#feedNext(getInput),
      readInbox: () => this.#lookUp(),
    });
  }

  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  get state(): RunState {
    return this.#state;
  }

  /** Delegated runs whose approvers the run waits for. */
  get waitsFor(): readonly string[] {
    return this.#waitsFor;
  }

  /** Appends an input and all that derives from it. */
  async feed(input: RunInput, made?: MadeStep): Promise<void> {
    return this.#feedNext(() => input, made);
  }

  async #feedNext(getInput: (state: RunState) => RunInput | undefined, made?: MadeStep): Promise<void> {
    const fed = this.#turn.then(async () => {
      const input = getInput(this.#state);
      if (!input) return;
      if (!withoutDecision.has(input.type)) await this.#updateBundle(input.time);
      await this.#apply(input, made);
    });
    this.#turn = fed.catch(() => undefined);
    return fed;
  }

  /** Brings the run to the latest certified policies, so that the next decision is made by them. */
  async #updateBundle(time: string): Promise<void> {
    const { policyBundles } = this.#ports;
    if (!policyBundles || this.#state.ended) return;
    const input = bundleInput(this.#state, await policyBundles.latest(), time);
    if (!input) return;
    await this.#apply(input);
    for (const { tools } of this.#agents.values()) tools.cleaner.redactAlso(this.#state.rulebook.redaction);
  }

  /** Resumes the run under the stricter of the rules from its start and the current rules. */
  async resume(data: Omit<RecordData<'run.resumed'>, 'present'>): Promise<void> {
    const present = await this.#ports.presentRules?.(this.#state);
    const resumed = { ...data, ...(present === undefined ? {} : { present }) };
    await this.feed({ type: 'run.resumed', time: this.#ports.now(), data: resumed });
  }

  /** Runs until the run has ended, or waits for a remote approver. */
  async run({ recovering = false, spent = { runMs: 0, legMs: 0 } }: RunProgress): Promise<RunState> {
    const { first, started } = this.#state;
    const timeOut = () =>
      this.#end({
        type: 'run.timed_out',
        data: { timeout_ms: this.#state.started.limits.timeout_ms },
      });
    const left = {
      runMs: first.limits.timeout_ms - spent.runMs,
      legMs: started.limits.timeout_ms - spent.legMs,
    };
    const time = new RunTime(left, () => void timeOut());
    this.#time = time;
    time.start();
    const cancel = () =>
      this.#end({ type: 'run.cancel_requested', data: { reason: 'the process was told to stop' } });
    const onAbort = () => void (this.#people.leave() || cancel());
    this.#ports.signal.addEventListener('abort', onAbort);
    const polling = setInterval(() => void this.#lookUp().catch(() => undefined), requestsEveryMs);
    try {
      // A run that was cancelled while no process ran it must not start its next effect.
      await this.#lookUp();
      if (this.#ports.signal.aborted && !this.#people.areElsewhere) await cancel();
      if (time.isOver && !getQuestion(this.#state)) await timeOut();
      let isRecovery = recovering;
      for (let effect = nextEffect(this.#state); effect; effect = nextEffect(this.#state)) {
        if (effect.kind === 'ask') {
          time.stop();
          const isAnswered = await this.#people.ask(effect.question);
          if (!isAnswered) break;
          time.start();
          if (time.isOver) await timeOut();
        } else if (!(await this.#perform(effect, isRecovery))) break;
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

  async #apply(input: RunInput, made?: MadeStep): Promise<void> {
    if (this.#state.ended) return;
    // Transitions are deterministic, so a step computed from the same state can be reused.
    const { state, sealed, records } = made?.before === this.#state ? made.step : this.#step(input);
    const beside = new Map(sealed.flatMap((each) => [...each.beside]));
    await this.#ports.writer.append(
      sealed.map(({ line }) => line),
      beside,
    );
    const isAnotherLeg = state.legs.number !== this.#state.legs.number;
    this.#state = state;
    if (isAnotherLeg) this.#time?.beginLeg(state.started.limits.timeout_ms);
    this.#people.look();
    this.#ports.bus.publish(records);
  }

  #step(input: RunInput): Step {
    // An input that cannot be replayed is not written.
    verifyData({ type: input.type, seq: this.#state.head.seq, data: asJson(input.data) });
    return transition(this.#state, input);
  }

  /** Ends a run from outside. The pending effect ends first, so that it does not continue after the log is closed. */
  async #end(
    ending: Pick<Extract<RunInput, { type: 'run.timed_out' | 'run.cancel_requested' }>, 'type' | 'data'>,
  ) {
    this.#ending.abort();
    await this.feed({ ...ending, time: this.#ports.now() } as RunInput).catch(() => undefined);
  }

  /** Reads the inbox, and checks if it is too late for an answer. */
  #lookUp(): Promise<void> {
    this.#looking ??= this.#readInbox().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #readInbox(): Promise<void> {
    const requests = await this.#ports.writer.consumeRequests().catch(() => []);
    for (const request of requests) {
      if (request.kind === 'answer') await this.#people.take(request, 'command');
      else await this.#end({ type: 'run.cancel_requested', data: { reason: request.reason } });
    }
    await this.#people.lookAtClock();
  }

  /** @returns false if the run is left to wait for approvers of runs that it delegated */
  async #perform(effect: Exclude<Effect, { kind: 'ask' }>, isRecovery: boolean): Promise<boolean> {
    if (effect.kind !== 'call' && effect.kind !== 'branches') {
      await this.#performOther(effect);
      return true;
    }
    const result =
      effect.kind === 'branches'
        ? await this.#performBranches(effect)
        : await performCall(effect, await this.#callParts(), { isRecovery, state: this.#state });
    if ('waitsFor' in result) {
      // Requests of other processes may have ended the run in the meantime.
      if (this.#state.ended) return true;
      this.#waitsFor = result.waitsFor;
      return false;
    }
    await this.feed(result);
    return true;
  }

  /** Starts the validators that may judge the message of the run while its model works. Their verdicts are inputs once they are due. */
  #judgeInParallel({ parallel }: Extract<Effect, { kind: 'model' }>, ports: DriverPorts & AgentPorts): void {
    for (const guardrail of parallel?.guardrails ?? [])
      if (parallel && !this.#verdicts.has(guardrail)) {
        const { output } = parallel;
        const effect = { kind: 'validate' as const, guardrail, output };
        this.#verdicts.set(guardrail, {
          output,
          verdict: performValidation(effect, ports, this.#ending.signal),
        });
      }
  }

  async #validate(
    effect: Extract<Effect, { kind: 'validate' }>,
    ports: DriverPorts & AgentPorts,
  ): Promise<RunInput> {
    const begun = this.#verdicts.get(effect.guardrail);
    if (begun?.output !== effect.output) return performValidation(effect, ports, this.#ending.signal);
    this.#verdicts.delete(effect.guardrail);
    // A verdict may have come before the response whose record is before it in the log.
    return { ...(await begun.verdict), time: ports.now() };
  }

  async #performBranches(effect: Extract<Effect, { kind: 'branches' }>): Promise<RunInput | WaitsFor> {
    const { node, attempt, branches } = effect;
    const { runs, usage, waiting } = await this.#delegate(effect, branches, this.#ending.signal);
    if (waiting.length > 0) return { waitsFor: waiting };
    const results = branches.map(({ id }, index) => toResult(id, runs[index]));
    const data = { node, attempt, results, delegated: usage };
    return { type: 'graph.branches_ended', time: this.#ports.now(), data };
  }

  #delegate(
    from: { callId: string; idempotencyKey: string },
    tasks: readonly Task[],
    signal: AbortSignal,
  ): Promise<Delegated> {
    const { delegation, asking } = this.#ports;
    return delegation.perform(from, tasks, { state: this.#state, asking, clock: this.#clock(), signal });
  }

  async #callParts() {
    return {
      ...(await this.#atWork()),
      writer: this.#ports.writer,
      now: this.#ports.now,
      ending: this.#ending.signal,
      delegate: (call: PreparedCall, tasks: readonly DelegatedTask[], signal: AbortSignal) =>
        this.#delegate(call, tasks.map(toTask), signal),
    };
  }

  /** Clock of the run for runs that it delegates; it is never started after the run's end. */
  #clock(): RunClock {
    const time = this.#time;
    const { signal } = this.#ending;
    return {
      get leftMs() {
        return time?.leftMs ?? 0;
      },
      stop: () => time?.stop(),
      start() {
        if (!signal.aborted) time?.start();
      },
    };
  }

  async #performOther(effect: Exclude<Effect, { kind: 'ask' | 'call' | 'branches' }>): Promise<void> {
    if (effect.kind === 'open_leg') return this.#openLeg(effect);
    if (effect.kind === 'go_on') return this.#goOn(effect);
    const { signal: ending } = this.#ending;
    const atWork = await this.#atWork();
    const ports = { ...this.#ports, ...atWork };
    if (effect.kind === 'model') this.#judgeInParallel(effect, ports);
    if (effect.kind === 'model')
      return askModelOfRun(effect, ports, {
        ending,
        leftMs: this.#time?.leftMs,
        conversation: getConversation(this.#state),
        feed: (input) => this.feed(input),
      });
    if (effect.kind === 'recall' || effect.kind === 'memorize')
      return this.feed(await performMemory(effect, ports, this));
    if (effect.kind === 'validate') return this.feed(await this.#validate(effect, ports));
    await this.feed(await prepareCall(effect, await this.#callParts()));
  }

  /** Returns the ports of the active agent, which may have joined while another process drove the run. */
  async #atWork(): Promise<AgentPorts> {
    const { agent } = this.#state.started;
    const known = this.#agents.get(agent);
    if (known) return known;
    const opened = await this.#ports.legs.reopen(this.#state, this.#ending.signal);
    this.#agents.set(agent, opened);
    return opened;
  }

  async #openLeg(effect: Extract<Effect, { kind: 'open_leg' }>): Promise<void> {
    const { signal } = this.#ending;
    let leaveIt = () => {};
    const ended = new Promise<undefined>((resolve) => {
      leaveIt = () => resolve(undefined);
    });
    if (signal.aborted) leaveIt();
    signal.addEventListener('abort', leaveIt, { once: true });
    // An agent's servers may be slow to start; the end of the run does not wait for them.
    const opened = await Promise.race([this.#ports.legs.open(this.#state, effect, signal), ended])
      .catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      })
      // A run may have thousands of legs, and a signal looks through all who listen before it takes another.
      .finally(() => signal.removeEventListener('abort', leaveIt));
    if (!opened) return;
    if (opened.ports) this.#agents.set(effect.agent, opened.ports);
    await this.feed(opened.input, opened.made);
  }

  async #goOn({ answered: { data } }: Extract<Effect, { kind: 'go_on' }>): Promise<void> {
    const reason = data.by.kind === 'person' ? 'a person answered' : data.reason;
    await this.resume({ reason });
  }
}

function toTask({ agent, task }: DelegatedTask, index: number): Task {
  return { id: String(index), agent, message: task };
}

function toResult(id: string, run: DelegatedRun | undefined): BranchResult {
  if (!run) throw new Error(`branch ${id} has no run`);
  const { runId, ...rest } = run;
  return { ...rest, id, run_id: runId };
}
