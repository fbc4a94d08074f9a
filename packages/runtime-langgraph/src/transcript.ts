import type { ModelRequest } from '@agent-home/agent-runtime';
import type { AssistantTurn, ResultTurn, ShownTurn, Turn } from './wire.ts';

export type Message = ModelRequest['messages'][number];
type ToolMessage = Extract<Message, { role: 'tool' }>;

/** Conversation before the results with which it continues; no results at its beginning. */
export interface Step {
  base: Message[];
  results: ToolMessage[];
}

/** Returns the step that a request stands for. */
export function stepOf(messages: readonly Message[]): Step {
  const at = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  const results = messages.slice(at).filter((message) => message.role === 'tool');
  const calls = messages[at - 1];
  const isContinued = calls?.role === 'assistant' && calls.tool_calls.length === results.length;
  return isContinued && results.length > 0
    ? { base: messages.slice(0, at), results }
    : { base: [...messages], results: [] };
}

/** Returns a text that is equal for conversations that a model sees alike; ids of calls are left out. */
export function fingerprint(system: string, messages: readonly Message[]): string {
  const parts = messages.map((message) => {
    if (message.role === 'user') return ['user', message.content, message.media];
    if (message.role === 'tool') return ['tool', message.content, message.media];
    const calls = message.tool_calls.flatMap((call) => [call.name, call.arguments]);
    return ['assistant', message.content, ...calls];
  });
  return JSON.stringify([system, parts]);
}

/** Messages of a thread by the ids that they have there. The graph has their texts only. */
export class ThreadMessages {
  readonly #thread: string;
  readonly #byId = new Map<string, Message>();
  /** Ids in the order of the conversation. */
  #ids: string[] = [];

  constructor(thread: string) {
    this.#thread = thread;
  }

  /** Replaces the messages: those of a known thread keep their ids, since a log numbers calls in its own way. */
  replace(messages: readonly Message[]): Turn[] {
    this.#ids = this.#ids.slice(0, messages.length);
    return messages.map((message, index) => this.#place(message, index));
  }

  /** Adds a message, with its turn. */
  add(message: Message): Turn {
    return this.#place(message, this.#ids.length);
  }

  /** Adds a response of the model, which is no message of the log before `keep`. */
  addResponse(content: string, tool_calls: { id: string; name: string; arguments: string }[]): AssistantTurn {
    const id = this.#nextId();
    const message: Message = { role: 'assistant', content, tool_calls };
    this.#byId.set(id, message);
    return toAssistant(id, message);
  }

  /** Makes a response the last message of the log. A graph may have had others before it. */
  keep(id: string): void {
    this.#ids.push(id);
  }

  has(id: string, role: Message['role']): boolean {
    return this.#byId.get(id)?.role === role;
  }

  /**
   * Returns the message for the model: with its media and its continuation if the graph has not changed it. Undefined for results and
   * calls that are not those of the log.
   */
  shown({ role, id, content, calls }: ShownTurn): Message | undefined {
    const known = this.#byId.get(id);
    if (known?.role === role && known.content === content) {
      if (known.role !== 'assistant' || known.tool_calls.length === calls) return known;
    }
    if (role === 'tool' || calls > 0) return undefined;
    return role === 'user' ? { role, content } : { role, content, tool_calls: [] };
  }

  #place(message: Message, index: number): Turn {
    const id = this.#ids[index] ?? this.#nextId();
    this.#ids[index] = id;
    this.#byId.set(id, message);
    if (message.role === 'user') return { role: 'user', id, content: message.content };
    return message.role === 'assistant' ? toAssistant(id, message) : this.#toResult(id, message, index);
  }

  /** A result has the id of its call in the thread, which is one of the calls before it. */
  #toResult(id: string, { name, content, is_error }: ToolMessage, index: number): ResultTurn {
    let first = index - 1;
    while (first >= 0 && this.#byId.get(this.#ids[first] ?? '')?.role === 'tool') first -= 1;
    const call_id = callId(this.#ids[first] ?? '', index - first - 1);
    return { role: 'tool', id, call_id, name, content, is_error };
  }

  #nextId(): string {
    return `${this.#thread}.${this.#byId.size}`;
  }
}

function toAssistant(id: string, message: Extract<Message, { role: 'assistant' }>): AssistantTurn {
  const { content, tool_calls } = message;
  // Ids of a provider may be missing, or occur twice.
  const calls = tool_calls.map((call, index) => ({ ...call, id: callId(id, index) }));
  return { role: 'assistant', id, content, calls };
}

function callId(message: string, index: number): string {
  return `${message}.call.${index}`;
}
