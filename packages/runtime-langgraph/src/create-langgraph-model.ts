import { randomUUID } from 'node:crypto';
import type { ModelCallContext, ModelPort, ModelRequest } from '@agent-home/agent-runtime';
import { combineResponses, failedAfter, type Outcome } from './combine-responses.ts';
import { LostProgramError, NotStartedError, type ProgramLink } from './langgraph-process.ts';
import { fingerprint, type Message, type Step, stepOf, ThreadMessages } from './transcript.ts';
import type { ThreadMessage, ToProgram } from './wire.ts';

/** Requests to the model that a graph may make of one request of the run. */
const mostResponses = 16;
/** Paused threads that the program holds; the log has the others. */
const mostPaused = 256;
/** Starts of the program for one request. */
const mostStarts = 3;

type Request = Extract<ThreadMessage, { type: 'request' }>;

/** Paused thread of a conversation in the running program. */
interface KnownThread {
  link: ProgramLink;
  id: string;
  messages: ThreadMessages;
  fingerprint: string;
}

/** Response of the model that the log does not have yet. */
interface KeptResponse {
  /** Request as the model was shown it. */
  shown: string;
  outcome: Outcome;
}

/**
 * Creates the port through which runs use LangGraph. A thread lasts from a user's message to its answer, and pauses at each call. The
 * log is the truth: a thread that was lost, or that differs from the log, is restored from it. Models are called here, with the native
 * port, so that a killed program costs no response.
 */
export function createLanggraphModel(
  native: ModelPort,
  { link }: { link: () => Promise<ProgramLink> },
): ModelPort {
  const known = new Map<string, KnownThread>();
  return {
    async ask(request, context) {
      const id = context.conversation?.id ?? randomUUID();
      const asking = new Asking(native, request, context);
      let lost = '';
      for (let starts = 0; starts < mostStarts; starts += 1) {
        try {
          const opened = await link();
          const before = known.get(id);
          known.delete(id);
          const { outcome, paused } = await asking.play(opened, before?.link === opened ? before : undefined);
          if (paused) known.set(id, paused);
          forgetOldest(known);
          return outcome;
        } catch (error) {
          if (context.signal.aborted) return asking.fail('model_unavailable', 'the request was cancelled');
          if (error instanceof NotStartedError) return asking.fail('model_refused', error.message);
          if (error instanceof RangeError) return asking.fail('model_refused', error.message);
          if (!(error instanceof LostProgramError)) throw error;
          lost = error.message;
        }
      }
      return asking.fail('model_unavailable', lost);
    },
  };
}

function forgetOldest(known: Map<string, KnownThread>): void {
  const [oldest] = known;
  if (known.size <= mostPaused || !oldest) return;
  const [id, { link, id: thread }] = oldest;
  known.delete(id);
  link.send({ type: 'forget', thread });
}

class Asking {
  readonly #native: ModelPort;
  readonly #request: ModelRequest;
  readonly #context: ModelCallContext;
  readonly #step: Step;
  readonly #started = performance.now();
  #kept: KeptResponse[] = [];

  constructor(native: ModelPort, request: ModelRequest, context: ModelCallContext) {
    this.#native = native;
    this.#request = request;
    this.#context = context;
    this.#step = stepOf(request.messages);
  }

  fail(code: string, message: string): Outcome {
    const outcomes = this.#kept.map(({ outcome }) => outcome);
    return failedAfter(outcomes, { code, message: message.slice(0, 300).toWellFormed() });
  }

  /** @throws LostProgramError */
  async play(
    link: ProgramLink,
    before: KnownThread | undefined,
  ): Promise<{ outcome: Outcome; paused?: KnownThread }> {
    const { id, messages, first } = this.#begin(before);
    let made = 0;
    let last = '';
    for await (const message of link.play(first, this.#context.signal)) {
      if (message.type === 'step') {
        this.#context.onStep?.({ event: message.event, detail: message.detail });
        continue;
      }
      if (message.type === 'request') {
        const problem = await this.#respond(link, message, messages, made);
        if (typeof problem !== 'string') return { outcome: problem };
        last = problem;
        made += 1;
        continue;
      }
      // A graph may make fewer requests than before its process was killed.
      this.#kept.splice(made);
      const outcome = this.#end(message, messages, last);
      const isPaused = message.type === 'paused' && 'answered' in outcome;
      if (!isPaused) {
        link.send({ type: 'forget', thread: id });
        return { outcome };
      }
      messages.keep(last);
      const { content, tool_calls } = outcome.answered;
      const whole: Message[] = [...this.#request.messages, { role: 'assistant', content, tool_calls }];
      const after = fingerprint(this.#request.system, whole);
      return { outcome, paused: { link, id, messages, fingerprint: after } };
    }
    throw new LostProgramError('LangGraph ended');
  }

  #begin(before: KnownThread | undefined): {
    id: string;
    messages: ThreadMessages;
    first: Extract<ToProgram, { type: 'run' }>;
  } {
    const { base, results } = this.#step;
    const isSame = results.length > 0 && before?.fingerprint === fingerprint(this.#request.system, base);
    const id = before && isSame ? before.id : randomUUID();
    const messages = before && isSame ? before.messages : new ThreadMessages(id);
    const turns = messages.replace(base);
    const added = results.map((result) => messages.add(result)).filter((turn) => turn.role === 'tool');
    if (before && !isSame) before.link.send({ type: 'forget', thread: before.id });
    return {
      id,
      messages,
      first: { type: 'run', thread: id, base: isSame ? [] : turns, results: added },
    };
  }

  /** Sends the response of the model. Returns its id in the thread, or the failure that ends the request. */
  async #respond(
    link: ProgramLink,
    request: Request,
    messages: ThreadMessages,
    made: number,
  ): Promise<string | Outcome> {
    if (made >= mostResponses)
      return this.fail('model_nonsense', `the graph made more than ${mostResponses} requests to its model`);
    const shown: Message[] = [];
    for (const turn of request.messages) {
      const message = messages.shown(turn);
      if (!message)
        return this.fail('tool_outside_gateway', 'the graph showed its model a call or a result of its own');
      shown.push(message);
    }
    const outcome = await this.#ask({ ...request, messages: shown }, made);
    const thread = request.thread;
    if ('failed' in outcome) {
      link.send({ type: 'response', thread, request: request.request });
      return '';
    }
    const { content, tool_calls } = outcome.answered;
    const turn = messages.addResponse(content, tool_calls);
    link.send({ type: 'response', thread, request: request.request, turn });
    return turn.id;
  }

  /** Returns the response of the model: a kept one if the same request was made before the program was killed. */
  async #ask(
    { system: added, messages, offers }: { system: string[]; messages: Message[]; offers: boolean },
    made: number,
  ): Promise<Outcome> {
    const system = [this.#request.system, ...added].join('\n\n');
    const shown = JSON.stringify([system, messages, offers]);
    const kept = this.#kept[made];
    if (kept?.shown === shown) return kept.outcome;
    this.#kept.splice(made);
    const { leftMs } = this.#context;
    const left = leftMs === undefined ? {} : { leftMs: leftMs - (performance.now() - this.#started) };
    const tools = offers ? this.#request.tools : [];
    const outcome = await this.#native.ask(
      { ...this.#request, system, messages, tools },
      { ...this.#context, ...left },
    );
    this.#kept.push({ shown, outcome });
    return outcome;
  }

  #end(
    message: Extract<ThreadMessage, { type: 'paused' | 'ended' | 'failed' }>,
    messages: ThreadMessages,
    lastId: string,
  ): Outcome {
    const outcomes = this.#kept.map(({ outcome }) => outcome);
    const earlier = outcomes.slice(0, -1);
    const last = outcomes.at(-1);
    if (message.type === 'failed') {
      if (message.code === 'tool_outside_gateway') return this.fail(message.code, message.message);
      if (message.code === 'unusable_graph') return this.fail('model_refused', message.message);
      // A graph fails because its model did.
      if (last && 'failed' in last) return failedAfter(outcomes, last.failed);
      return this.fail('model_nonsense', `LangGraph failed: ${message.message}`);
    }
    if (!message.tools.every((id) => messages.has(id, 'tool')))
      return this.fail('tool_outside_gateway', 'the graph holds a result that was not made here');
    if (!last || 'failed' in last)
      return last
        ? failedAfter(outcomes, last.failed)
        : this.fail('model_nonsense', 'the graph called no model');
    const { answered } = last;
    const isCalling = answered.tool_calls.length > 0;
    const hasMoreCalls = earlier.some((one) => 'answered' in one && one.answered.tool_calls.length > 0);
    if (hasMoreCalls || (isCalling && message.type === 'ended'))
      return this.fail('tool_outside_gateway', 'the graph ended calls of its model without a pause');
    if (message.type === 'ended')
      return { answered: combineResponses(earlier, answered, message.content.toWellFormed()) };
    if (!isCalling || message.last !== lastId)
      return this.fail('tool_outside_gateway', 'the graph paused at calls that its model did not make');
    return { answered: combineResponses(earlier, answered) };
  }
}
