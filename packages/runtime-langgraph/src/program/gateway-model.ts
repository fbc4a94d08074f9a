import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import type { AssistantTurn, ShownTurn, Turn } from '../wire.ts';
import { OwnToolError } from './program-errors.ts';

/** Request of a graph to its model. */
export interface ModelCall {
  system: string[];
  messages: ShownTurn[];
  offers: boolean;
}

/** Model of a graph. The driver responds in its place, with the tools of the agent. */
export class GatewayModel extends BaseChatModel {
  readonly #respond: (call: ModelCall) => Promise<AssistantTurn>;
  readonly #offers: boolean;

  constructor(respond: (call: ModelCall) => Promise<AssistantTurn>, offers = true) {
    super({});
    this.#respond = respond;
    this.#offers = offers;
  }

  override _llmType(): string {
    return 'agent-home';
  }

  /** Returns a model without tools for an empty list. @throws OwnToolError for tools of the graph */
  override bindTools(tools: unknown[]): GatewayModel {
    if (tools.length > 0) throw new OwnToolError('the graph binds tools of its own to the model');
    return new GatewayModel(this.#respond, false);
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const system = messages.filter((message) => message.getType() === 'system').map(textOf);
    const shown = messages.filter((message) => message.getType() !== 'system').map(toShown);
    const turn = await this.#respond({ system, messages: shown, offers: this.#offers });
    return { generations: [{ text: turn.content, message: toMessage(turn) }] };
  }
}

/** Returns the text of a message, without parts of other kinds. */
export function textOf({ content }: BaseMessage): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

function toShown(message: BaseMessage): ShownTurn {
  const type = message.getType();
  const role = type === 'ai' ? 'assistant' : type === 'tool' ? 'tool' : 'user';
  return { role, id: message.id ?? '', content: textOf(message), calls: callsOf(message) };
}

/** Returns the number of calls of a message. */
export function callsOf(message: BaseMessage): number {
  if (!AIMessage.isInstance(message)) return 0;
  return (message.tool_calls?.length ?? 0) + (message.invalid_tool_calls?.length ?? 0);
}

export function toMessage(turn: Turn): BaseMessage {
  const { id, content } = turn;
  if (turn.role === 'user') return new HumanMessage({ id, content });
  if (turn.role === 'tool')
    return new ToolMessage({
      ...{ id, content, name: turn.name, tool_call_id: turn.call_id },
      status: turn.is_error ? 'error' : 'success',
    });
  return new AIMessage({
    ...{ id, content },
    tool_calls: turn.calls.map((call) => ({
      ...{ type: 'tool_call' as const, id: call.id, name: call.name },
      args: toArguments(call.arguments),
    })),
  });
}

/** Returns the arguments as a graph reads them. The driver has them as the model wrote them. */
function toArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
