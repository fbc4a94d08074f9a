import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelCallContext, ModelPort, ModelRequest } from '@agent-home/agent-runtime';
import {
  askWithRetries,
  bodyParams,
  type FindModel,
  outputLimit,
  type Pause,
  ProviderError,
  type ReachableModel,
  type ReadAnswer,
  type ReadAttempt,
  refusedByEndpoint,
  wantsCompletionTokens,
  withLimitName,
} from '@agent-home/runtime-node';
import { type AgnoAddress, AgnoClient } from './agno-client.ts';
import { EventBridge } from './event-bridge.ts';
import { type CallResult, callResults, offeredTools } from './tool-bridge.ts';
import { type FoundRun, findRun, fingerprint, type Step, stepOf, toTurn } from './transcript.ts';
import type { Definition, Turn } from './wire.ts';

export interface AgnoModelOptions {
  /** Returns the address of the program, after starting it if necessary. */
  address: () => Promise<AgnoAddress>;
}

/** Paused run of agno that this process began, and the conversation after which it continues. */
interface KnownRun extends FoundRun {
  fingerprint: string;
  /** Hash of the address and the definition with which its agent is registered. */
  registered: string;
}

/** Request of a conversation and the means to send it. */
interface Exchange {
  id: string;
  request: ModelRequest;
  model: ReachableModel;
  signal: AbortSignal;
  onText: (delta: string) => void;
  onStep: OnStep;
  client: AgnoClient;
  place: Place;
  /** Returns the agent for a run after these turns. */
  agentWith(history: Turn[]): { definition: Definition; registered: string };
}

type OnStep = NonNullable<ModelCallContext['onStep']>;
type Place = { agentId: string; sessionId: string };

/**
 * Creates the port through which runs use agno. A run of agno lasts from a user's message to its answer; between two requests of
 * the log it is paused. The log is the truth: a run that agno has lost, or that differs from the log, is restored from it.
 */
export function createAgnoModel(
  find: FindModel,
  options: AgnoModelOptions,
): ModelPort & { close(): Promise<void> } {
  const conversations = new Conversations(options);
  return {
    async ask(request, context) {
      const configured = await find(request.provider, request.model, request.settingsKey);
      const id = context.conversation?.id ?? randomUUID();
      const onStep = context.onStep ?? (() => undefined);
      const read: ReadAttempt = (model, limits) => conversations.read(id, { request, model, onStep }, limits);
      // Python starts for seconds, which is no part of the time that a model has.
      await conversations.untilServed(context.signal);
      const pause: Pause = async (ms, signal) => {
        await delay(ms, undefined, { signal });
        await conversations.untilServed(signal);
      };
      const asked = await askWithRetries({ configured, read, pause }, request, context);
      const isOver = 'failed' in asked || asked.answered.tool_calls.length === 0;
      // A process that ends leaves its paused runs to the next one.
      if (isOver && !context.signal.aborted) conversations.forget(id);
      return asked;
    },
    close: () => conversations.close(),
  };
}

class Conversations {
  readonly #options: AgnoModelOptions;
  readonly #known = new Map<string, KnownRun>();
  readonly #background = new Set<Promise<unknown>>();
  /** Deletions by conversation: the next request of the same one waits, since it uses the same session. */
  readonly #forgetting = new Map<string, Promise<unknown>>();

  constructor(options: AgnoModelOptions) {
    this.#options = options;
  }

  async read(
    id: string,
    { request, model, onStep }: { request: ModelRequest; model: ReachableModel; onStep: OnStep },
    { maxOutputTokens, signal, onText }: Parameters<ReadAttempt>[1],
  ): Promise<ReadAnswer> {
    const step = stepOf(request);
    const hasMedia = request.messages.some((message) => message.role !== 'assistant' && message.media);
    if (!step || hasMedia)
      throw refusedByEndpoint({ url: model.url, status: 400, message: 'agno takes messages of text only' });
    const isChat = model.package === undefined && (model.api ?? 'chat') === 'chat';
    if (!isChat)
      throw refusedByEndpoint({
        ...{ url: model.url, status: 400 },
        message: 'agno takes models with chat completions only: set api: chat, or runtime selector: native',
      });
    await this.#forgetting.get(id);
    const address = await this.#options.address();
    signal.throwIfAborted();
    const exchange: Exchange = {
      ...{ id, request, model, signal, onText, onStep },
      client: new AgnoClient(address),
      place: placeOf(id),
      agentWith(history) {
        const definition = toDefinition({ ...request, maxOutputTokens }, model, history);
        const hash = createHash('sha256').update(JSON.stringify([address, definition]));
        return { definition, registered: hash.digest('hex') };
      },
    };
    const known = this.#known.get(id);
    // A failed attempt may have changed the run of agno: the next one restores it from the log.
    this.#known.delete(id);
    return step.kind === 'begin' ? this.#begin(exchange, step) : this.#continue(exchange, step, known);
  }

  async #begin(
    exchange: Exchange,
    { history, message }: Extract<Step, { kind: 'begin' }>,
  ): Promise<ReadAnswer> {
    const { client, place, signal } = exchange;
    const { definition, registered } = exchange.agentWith(history);
    await client.register(place.agentId, definition, signal);
    const events = await client.begin(place.agentId, { message, session_id: place.sessionId }, signal);
    const turns: Turn[] = [...history, { role: 'user', content: message }];
    return this.#follow(exchange, { events, turns, history, registered, executed: [] });
  }

  async #continue(
    exchange: Exchange,
    step: Extract<Step, { kind: 'continue' }>,
    known: KnownRun | undefined,
  ): Promise<ReadAnswer> {
    const { client, place, signal } = exchange;
    const { runId, results, history, isLost } = await this.#find(exchange, step, known);
    const { definition, registered } = exchange.agentWith(history);
    const resume = () => client.continue({ ...place, runId }, results, signal);
    let events = known?.registered === registered && !isLost ? await resume() : undefined;
    if (!events) {
      await client.register(place.agentId, definition, signal);
      if (isLost) await client.restore({ ...place, runId }, wholeOf(step), signal);
      events = await resume();
    }
    if (!events) throw new ProviderError('agno responded with status 404', '404');
    const turns = [...wholeOf(step), ...step.results.map(toTurn)];
    const executed = results.map(({ tool_call_id }) => tool_call_id);
    return this.#follow(exchange, { events, turns, history, registered, executed });
  }

  /** Waits for the program; a failed start is reported by the attempt that needs it. */
  async untilServed(signal: AbortSignal): Promise<void> {
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    this.#options.address().then(stop, stop);
    await stopped;
    signal.removeEventListener('abort', stop);
  }

  /** Deletes what agno keeps of a conversation that has ended. */
  forget(id: string): void {
    this.#known.delete(id);
    const forgetting = this.#inBackground(async () => {
      await new AgnoClient(await this.#options.address()).forget(placeOf(id).sessionId);
      this.#forgetting.delete(id);
    });
    this.#forgetting.set(id, forgetting);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#background]);
  }

  async #find(
    { client, place, request, signal }: Exchange,
    step: Extract<Step, { kind: 'continue' }>,
    known: KnownRun | undefined,
  ): Promise<FoundRun & { results: CallResult[]; isLost: boolean }> {
    const isSame = known?.fingerprint === fingerprint(request.system, wholeOf(step));
    const found =
      known && isSame
        ? known
        : findRun(await client.storedRuns(place.sessionId, signal), request.system, step);
    const results = found && callResults(found.calls, step.results);
    if (found && results) return { ...found, results, isLost: false };
    const calls = step.calls.tool_calls;
    // The ids of the log are unique.
    const own = callResults(calls, step.results) ?? [];
    return { runId: randomUUID(), calls, history: [], results: own, isLost: true };
  }

  async #follow(
    { id, client, place, request, model, onText, onStep }: Exchange,
    {
      events,
      turns,
      history,
      registered,
      executed,
    }: {
      events: AsyncGenerator<unknown>;
      turns: Turn[];
      /** The first of these turns, which agno has in the definition and not in the run. */
      history: Turn[];
      registered: string;
      executed: string[];
    },
  ): Promise<ReadAnswer> {
    const bridge = new EventBridge(new Set(executed), model.url);
    try {
      for await (const event of events) {
        const { text, step } = bridge.accept(event);
        if (text !== undefined) onText(text);
        if (step) onStep(step);
      }
      const { runId, isPaused, answer, calls } = bridge.end();
      if (isPaused) {
        const { content, tool_calls } = answer;
        const whole: Turn[] = [...turns, { role: 'assistant', content, tool_calls }];
        const after = fingerprint(request.system, whole);
        this.#known.set(id, { runId, calls: [...calls], history, fingerprint: after, registered });
      }
      return answer;
    } catch (error) {
      const { runId } = bridge;
      if (runId !== undefined) this.#inBackground(() => client.cancel(place.agentId, runId));
      throw error;
    }
  }

  #inBackground(act: () => Promise<unknown>): Promise<unknown> {
    const acting = act()
      // The program may have ended; it keeps nothing that the log does not have.
      .catch(() => undefined)
      .finally(() => this.#background.delete(acting));
    this.#background.add(acting);
    return acting;
  }
}

function wholeOf({ before, calls }: Extract<Step, { kind: 'continue' }>): Turn[] {
  return [...before, toTurn(calls)];
}

/** Returns the ids of a conversation at agno, equal for every process that drives the run. */
function placeOf(id: string): Place {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 40);
  return { agentId: `agent-${digest}`, sessionId: `session-${digest}` };
}

function toDefinition(request: ModelRequest, model: ReachableModel, history: Turn[]): Definition {
  const { name, url, key, timeoutMs } = model;
  const limited = { ...bodyParams(request), max_tokens: outputLimit(request) };
  return {
    name: 'agent',
    instructions: request.system,
    tools: offeredTools(request),
    model: {
      url: url.replace(/\/$/, ''),
      name,
      ...(key === undefined ? {} : { key }),
      body: withLimitName(limited, wantsCompletionTokens(name)),
      timeout_seconds: timeoutMs / 1_000,
    },
    history,
  };
}
