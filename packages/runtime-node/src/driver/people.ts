import {
  type Answer,
  agentAtWork,
  answerOfClock,
  getAnswer,
  getQuestion,
  inputOfAnswer,
  nobodyToAsk,
  type PersonsWord,
  type Question,
  type RunInput,
  type RunState,
  wrongAnswer,
} from '@agent-home/agent-runtime';
import type { Answerer } from '@agent-home/agent-runtime/run-log';
import type { Asking } from './asking.ts';

interface Ports {
  asking: Asking;
  state(): RunState;
  /** Feeds an input that is computed from the state at its turn. */
  feed(getInput: (state: RunState) => RunInput | undefined): Promise<void>;
  /** Reads requests of other processes for the run. */
  readInbox(): Promise<void>;
  now(): string;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** Handles a run's questions to approvers: prompts for them here, or awaits a remote answer. */
export class People {
  readonly #ports: Ports;
  /** Pending question; aborted once it has an answer or is no longer awaited here. */
  #asked: { id: string; over: AbortController } | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Returns true if the run waits for a remote approver: a process that stops leaves the run to
   * the next one.
   */
  get areElsewhere(): boolean {
    const { asking, state } = this.#ports;
    return getQuestion(state()) !== undefined && (!asking.ask || asking.isRemote === true);
  }

  /** @returns whether the run is left to wait */
  leave(): boolean {
    if (!this.#asked || !this.areElsewhere) return false;
    this.#asked.over.abort();
    return true;
  }

  /** Called after each input: cancels a prompt that is not needed any more. */
  look(): void {
    if (this.#asked && !this.#waitsFor(this.#asked.id)) this.#asked.over.abort();
  }

  async take(word: PersonsWord, via: Answerer['via']): Promise<void> {
    await this.#answer(getAnswer(word, via));
  }

  /** Checks if it is too late for an answer. */
  async lookAtClock(): Promise<void> {
    const question = getQuestion(this.#ports.state());
    const late = question && answerOfClock(question, this.#ports.now());
    if (late) await this.#answer(late);
  }

  /** @returns true if there is an answer; otherwise the run is left as it is */
  async ask(question: Question): Promise<boolean> {
    const { asking, readInbox } = this.#ports;
    await readInbox();
    if (!this.#waitsFor(question.id)) return true;
    const over = new AbortController();
    this.#asked = { id: question.id, over };
    try {
      const word = await this.#askHere(question, over.signal);
      if (word && !over.signal.aborted) await this.take(word, word.via ?? 'terminal');
      if (!this.#waitsFor(question.id)) return true;
      if (asking.otherwise === 'fail') await this.#answer(nobodyToAsk(question));
      else if (asking.otherwise === 'stay') await this.#wait(over.signal);
      return !this.#waitsFor(question.id);
    } finally {
      this.#asked = undefined;
    }
  }

  async #askHere(question: Question, signal: AbortSignal): Promise<PersonsWord | undefined> {
    try {
      const state = this.#ports.state();
      const [runId, agent] = [state.first.run_id, agentAtWork(state)];
      return await this.#ports.asking.ask?.({ runId, agent, question, state }, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  async #wait(over: AbortSignal): Promise<void> {
    const { asking, signal, state } = this.#ports;
    asking.waits?.(state());
    if (signal.aborted || over.aborted) return;
    await new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }));
    if (!state().ended && getQuestion(state()) === undefined) await asking.beforeContinuing?.();
  }

  /** Logs and ignores an answer that does not fit. */
  async #answer(answer: Answer): Promise<void> {
    const { feed, now, log } = this.#ports;
    const getInput = (state: RunState) => {
      const time = now();
      const wrong = wrongAnswer(state, answer, time);
      if (!wrong) return inputOfAnswer(answer, time);
      log('an answer is not for what the run waits for', { run: state.started.run_id, wrong });
      return undefined;
    };
    await feed(getInput);
  }

  #waitsFor(id: string): boolean {
    return getQuestion(this.#ports.state())?.id === id;
  }
}
