import type {
  ModelAnswer,
  ModelCallContext,
  ModelFailure,
  ModelPort,
  ModelRequest,
  OfferedTool,
} from '@agent-home/agent-runtime';
import type { Media } from '@agent-home/agent-runtime/run-log';

/** Provider and model of runs whose calls come from a client. */
export const clientModel = { provider: 'mcp', name: 'client' } as const;

/** Result of a client's call, as a model would read it. */
export interface ClientResult {
  text: string;
  isError: boolean;
  media: readonly Media[];
}

interface ClientCall {
  id: string;
  name: string;
  /** JSON text. */
  arguments: string;
  resolve(result: ClientResult): void;
  reject(error: unknown): void;
}

export interface ClientModelOptions {
  /** Calls that one run makes at most; the next call begins another run. */
  mostCalls: number;
  /** Responses of one run at most. */
  mostRounds: number;
  /** Milliseconds without a call after which the run ends. */
  idleMs: number;
}

/**
 * Model port of one run in which a client takes the place of the model: each call of the client is a response with a tool call,
 * and the request after it has the result. So decisions, approvals, secrets and the log are those of every run.
 */
export class ClientModel implements ModelPort {
  readonly #options: ClientModelOptions;
  readonly #offered = createDeferred<readonly OfferedTool[]>();
  /** Calls that no response has yet, oldest first. */
  #queued: ClientCall[] = [];
  /** Calls of the latest response. */
  #running: ClientCall[] = [];
  #made = 0;
  #rounds = 0;
  #isClosed = false;
  #notify = () => {};

  constructor(options: ClientModelOptions) {
    this.#options = options;
    // A run that fails before its first request rejects it, also if no caller waits.
    this.#offered.promise.catch(() => undefined);
  }

  /** Tools of the run, once it sends its first request. */
  get offered(): Promise<readonly OfferedTool[]> {
    return this.#offered.promise;
  }

  /** True if the run takes another call. */
  get isOpen(): boolean {
    const { mostCalls, mostRounds } = this.#options;
    return !this.#isClosed && this.#made < mostCalls && this.#rounds < mostRounds;
  }

  /**
   * Makes a call in the run.
   * @param signal removes a call that is still queued
   * @throws the reason of `fail` if the run ends first; the signal's reason
   */
  call(
    { id, name, arguments: text }: Pick<ClientCall, 'id' | 'name' | 'arguments'>,
    signal: AbortSignal,
  ): Promise<ClientResult> {
    const { promise, resolve, reject } = createDeferred<ClientResult>();
    const call = { id, name, arguments: text, resolve, reject };
    const cancel = () => {
      this.#queued = this.#queued.filter((queued) => queued !== call);
      reject(signal.reason);
    };
    if (signal.aborted) {
      cancel();
      return promise;
    }
    signal.addEventListener('abort', cancel, { once: true });
    this.#made++;
    this.#queued.push(call);
    this.#notify();
    return promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  /** True if the run makes this call now. */
  isMaking(id: string): boolean {
    return this.#running.some((call) => call.id === id);
  }

  /** Ends the run after its running calls, and rejects those that no response has yet. */
  retire(unmade: unknown): void {
    this.close();
    for (const call of this.#queued.splice(0)) call.reject(unmade);
  }

  /** Ends the run after its running calls. */
  close(): void {
    this.#isClosed = true;
    this.#notify();
  }

  /**
   * Rejects all calls without a result, because the run has ended.
   * @param unmade error of the calls that no response had yet
   */
  fail(error: unknown, unmade = error): void {
    this.close();
    this.#offered.reject(unmade);
    for (const call of this.#running.splice(0)) call.reject(error);
    for (const call of this.#queued.splice(0)) call.reject(unmade);
  }

  async ask(
    { tools, messages }: ModelRequest,
    { signal }: ModelCallContext,
  ): Promise<{ answered: ModelAnswer } | { failed: ModelFailure }> {
    const started = performance.now();
    this.#settle(messages);
    this.#offered.resolve(tools);
    if (this.#queued.length === 0) await this.#wait(signal);
    if (signal.aborted)
      return {
        failed: { code: 'cancelled', message: 'the run ended before the client called', attempts: [] },
      };
    this.#running = this.#queued.splice(0);
    this.#rounds++;
    if (this.#running.length === 0) this.#isClosed = true;
    return { answered: this.#toAnswer(Math.round(performance.now() - started)) };
  }

  #toAnswer(elapsed: number): ModelAnswer {
    const calls = this.#running.map(({ id, name, arguments: text }) => ({ id, name, arguments: text }));
    return {
      content: calls.length === 0 ? 'The client made no further call.' : '',
      thought: '',
      tool_calls: calls,
      stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use',
      model: clientModel.name,
      provider: clientModel.provider,
      usage: { input_tokens: 0, output_tokens: 0 },
      elapsed_ms: elapsed,
      attempts: [],
    };
  }

  /** Resolves the running calls with their results. The run names calls by ids of its own, in the order of the response. */
  #settle(messages: ModelRequest['messages']): void {
    const at = messages.findLastIndex(({ role }) => role === 'assistant');
    const answer = messages[at];
    const calls = answer?.role === 'assistant' ? answer.tool_calls : [];
    for (const message of messages.slice(at + 1)) {
      if (message.role !== 'tool') continue;
      const { tool_call_id: id, content: text, is_error: isError, media = [] } = message;
      this.#running[calls.findIndex((call) => call.id === id)]?.resolve({ text, isError, media });
    }
    const error = new Error('the run has no result of the call');
    for (const call of this.#running.splice(0)) call.reject(error);
  }

  /** Waits for a call, for `close`, for the idle time or for the end of the run. */
  async #wait(signal: AbortSignal): Promise<void> {
    if (!this.isOpen || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#notify = () => {};
        resolve();
      };
      const timer = setTimeout(end, this.#options.idleMs);
      signal.addEventListener('abort', end, { once: true });
      this.#notify = end;
    });
  }
}

interface Deferred<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** Does what `Promise.withResolvers` does, which Node 20 does not have. */
function createDeferred<Value>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
