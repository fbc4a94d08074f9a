import type { BaseMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import type { AssistantTurn, ProgramFailure, ThreadMessage, ToProgram } from '../wire.ts';
import { callsOf, GatewayModel, type ModelCall, textOf, toMessage } from './gateway-model.ts';
import { type AnyGraph, type BuildGraph, pausingNode } from './load-template.ts';
import { ToolGuard } from './own-tools.ts';
import { OwnToolError, UnusableGraphError } from './program-errors.ts';
import { describeUpdate } from './steps.ts';

/** Nodes that a thread may visit between two pauses. */
const recursionLimit = 100;

type Message<Type extends ToProgram['type']> = Extract<ToProgram, { type: Type }>;
interface Waiting {
  resolve: (turn: AssistantTurn) => void;
  reject: (error: Error) => void;
}
type Send = (message: ThreadMessage) => void;
type Compiled = ReturnType<AnyGraph['compile']>;

/** Threads of graphs, which wait for the driver at each call and at each request to their model. */
export class Threads {
  readonly #build: BuildGraph;
  readonly #send: Send;
  readonly #threads = new Map<string, Thread>();

  constructor(build: BuildGraph, send: Send) {
    this.#build = build;
    this.#send = send;
  }

  accept(message: ToProgram): void {
    const { thread: id } = message;
    if (message.type === 'forget') {
      this.#threads.get(id)?.cancel();
      this.#threads.delete(id);
    } else if (message.type === 'response') this.#threads.get(id)?.respond(message);
    else void this.#open(id).run(message);
  }

  #open(id: string): Thread {
    const open = this.#threads.get(id) ?? new Thread(id, this.#build, this.#send);
    this.#threads.set(id, open);
    return open;
  }
}

class Thread {
  readonly #id: string;
  readonly #build: BuildGraph;
  readonly #send: Send;
  readonly #model = new GatewayModel((call) => this.#ask(call));
  readonly #waiting = new Map<number, Waiting>();
  #requests = 0;
  #graph: Compiled | undefined;
  #cancelling = new AbortController();

  constructor(id: string, build: BuildGraph, send: Send) {
    this.#id = id;
    this.#build = build;
    this.#send = send;
  }

  async run({ base, results }: Message<'run'>): Promise<void> {
    const guard = new ToolGuard();
    this.#cancelling = new AbortController();
    try {
      await this.#play({ base, results }, guard);
    } catch (error) {
      const { code, message } = toFailure(error, guard);
      const isCancelled = this.#cancelling.signal.aborted;
      this.#send({ type: 'failed', thread: this.#id, code: isCancelled ? 'cancelled' : code, message });
    }
  }

  respond({ request, turn }: Message<'response'>): void {
    const waiting = this.#waiting.get(request);
    this.#waiting.delete(request);
    if (turn) waiting?.resolve(turn);
    else waiting?.reject(new Error('the model did not respond'));
  }

  cancel(): void {
    this.#cancelling.abort(new Error('the request was cancelled'));
    for (const { reject } of this.#waiting.values()) reject(new Error('the request was cancelled'));
    this.#waiting.clear();
  }

  async #play({ base, results }: Pick<Message<'run'>, 'base' | 'results'>, guard: ToolGuard): Promise<void> {
    this.#graph ??= compile(await this.#build(this.#model));
    const graph = this.#graph;
    const place = { configurable: { thread_id: this.#id, model: this.#model } };
    const messages = [...base, ...results].map(toMessage);
    // A restored thread is that of a run that paused at these calls.
    if (results.length > 0) await graph.updateState(place, { messages }, pausingNode);
    const stream = await graph.stream(results.length > 0 ? null : { messages }, {
      ...place,
      streamMode: ['updates', 'custom'],
      callbacks: [guard],
      signal: this.#cancelling.signal,
      recursionLimit,
    });
    for await (const [mode, update] of stream as AsyncIterable<[string, unknown]>)
      for (const step of describeUpdate(mode, update))
        this.#send({ type: 'step', thread: this.#id, ...step });
    if (guard.stopped !== undefined)
      throw new OwnToolError(`LangGraph would execute ${guard.stopped} itself`);
    await this.#report(graph, place);
  }

  async #report(graph: Compiled, place: Parameters<Compiled['getState']>[0]): Promise<void> {
    const { values, next } = await graph.getState(place);
    const messages: BaseMessage[] = values.messages ?? [];
    const last = messages.at(-1);
    const tools = messages.filter((message) => message.getType() === 'tool').map(({ id }) => id ?? '');
    const state = { thread: this.#id, last: last?.id ?? '', tools };
    if (next.includes(pausingNode)) return this.#send({ type: 'paused', ...state });
    if (next.length > 0) throw new UnusableGraphError(`the graph waits at ${next.join()}, for no call`);
    if (last?.getType() !== 'ai') throw new UnusableGraphError('the graph ended without a response');
    if (callsOf(last) > 0) throw new OwnToolError(`the graph ended with calls that reached no pause`);
    this.#send({ type: 'ended', ...state, content: textOf(last) });
  }

  #ask(call: ModelCall): Promise<AssistantTurn> {
    this.#requests += 1;
    const request = this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject });
      this.#send({ type: 'request', thread: this.#id, request, ...call });
    });
  }
}

/** @throws UnusableGraphError for a graph with a node that no edge leads to, for example */
function compile(graph: AnyGraph): Compiled {
  try {
    return graph.compile({ checkpointer: new MemorySaver(), interruptBefore: [pausingNode] });
  } catch (error) {
    throw new UnusableGraphError(error instanceof Error ? error.message : 'the graph does not compile');
  }
}

function toFailure(error: unknown, { stopped }: ToolGuard): { code: ProgramFailure; message: string } {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
  if (stopped !== undefined || error instanceof OwnToolError)
    return { code: 'tool_outside_gateway', message };
  if (error instanceof UnusableGraphError) return { code: 'unusable_graph', message };
  return { code: 'graph_failed', message };
}
