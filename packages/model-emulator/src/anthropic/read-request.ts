import type { Turn } from '../conversation/conversation.ts';
import { readWith } from '../wire/read-with.ts';
import { signatureOf } from '../wire/signature-of.ts';
import type { WireRequest } from '../wire/wire.ts';
import { WireError } from '../wire/wire-error.ts';
import { type AnthropicMessage, type Block, messagesRequestSchema, textOfBlocks } from './request-schema.ts';

type BlockOf<Type extends Block['type']> = Extract<Block, { type: Type }>;

/** @throws WireError as the vendor refuses */
export function readRequest(body: unknown): WireRequest {
  const request = readWith(messagesRequestSchema, body);
  const { model, messages, system, stream, tools, max_tokens, stop_sequences, thinking } = request;
  if (thinking?.type === 'enabled') requireBudget(thinking.budget_tokens, max_tokens);
  for (const [index, message] of messages.entries()) requireSigned(message, index);
  if (thinking && thinking.type !== 'disabled') requireThoughts(messages);
  return {
    conversation: {
      model,
      system: typeof system === 'string' ? system : (system ?? []).map(({ text }) => text).join('\n\n'),
      turns: collectTurns(messages),
      tools: (tools ?? []).map(({ name }) => name),
      maximumTokens: max_tokens,
      ...(JSON.stringify([system, tools, messages]).includes('"cache_control":{') ? { isCached: true } : {}),
      stopSequences: (stop_sequences ?? []).filter((sequence) => sequence !== ''),
    },
    messages,
    stream: stream ?? false,
    streamUsage: true,
  };
}

function requireBudget(budget: unknown, maximum: number): void {
  if (Number(budget) < maximum) return;
  throw new WireError('invalid_request', '`max_tokens` must be greater than `thinking.budget_tokens`.', {
    parameter: 'max_tokens',
  });
}

/** The vendor verifies that thoughts are its own. */
function requireSigned({ content }: AnthropicMessage, index: number): void {
  for (const block of typeof content === 'string' ? [] : content)
    if (block.type === 'thinking' && block.signature !== signatureOf(block.thinking))
      refuse(index, 'Invalid `signature` in `thinking` block');
}

/** With thinking, the response whose results are sent has to begin with its thoughts. */
function requireThoughts(messages: AnthropicMessage[]): void {
  const last = messages.at(-1);
  const isResult =
    last?.role === 'user' &&
    typeof last.content !== 'string' &&
    last.content.some(({ type }) => type === 'tool_result');
  const index = messages.findLastIndex(({ role }) => role === 'assistant');
  const content = messages[index]?.content;
  if (!isResult || content === undefined || typeof content === 'string') return;
  const type = content[0]?.type ?? '';
  if (type !== 'thinking' && type !== 'redacted_thinking')
    refuse(index, `Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`.`);
}

/** Returns the turns. Checks that the next message contains a result for each call, and that each result belongs to a call. */
function collectTurns(messages: AnthropicMessage[]): Turn[] {
  const [first] = messages;
  if (first?.role === 'assistant') refuse(0, 'the first message must use the "user" role');
  let open = new Map<string, string>();
  const used = new Set<string>();
  const turns: Turn[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const blocks: Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if (role === 'user') {
      turns.push(...userTurns(blocks, open, index));
      open = new Map();
    } else {
      assertAnswered(open, index);
      const uses = blocks.filter((block) => block.type === 'tool_use');
      open = openCalls(uses, used, index);
      const calls = uses.map(({ name, input }) => ({ name, arguments: JSON.stringify(input) }));
      turns.push({ role: 'assistant', text: shownText(blocks), calls });
    }
  }
  assertAnswered(open, messages.length - 1);
  return turns;
}

/** Reads results first, as the vendor requires, then the text of the user. */
function userTurns(blocks: Block[], open: ReadonlyMap<string, string>, index: number): Turn[] {
  const left = new Map(open);
  const results = blocks.filter((block) => block.type === 'tool_result');
  const turns = results.map(({ tool_use_id: id, content }): Turn => {
    const tool = left.get(id);
    if (tool === undefined)
      return refuse(
        index,
        `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    left.delete(id);
    return { role: 'tool', tool, text: textOfBlocks(content ?? '') };
  });
  assertAnswered(left, index - 1);
  const others = blocks.filter((block) => block.type !== 'tool_result');
  return others.length > 0 ? [...turns, { role: 'user', text: shownText(others) }] : turns;
}

function openCalls(uses: BlockOf<'tool_use'>[], used: Set<string>, index: number): Map<string, string> {
  for (const { id } of uses) {
    if (used.has(id)) refuse(index, '`tool_use` ids must be unique');
    used.add(id);
  }
  return new Map(uses.map(({ id, name }) => [id, name]));
}

function assertAnswered(open: ReadonlyMap<string, string>, index: number): void {
  if (open.size === 0) return;
  const ids = [...open.keys()].join(', ');
  refuse(
    index,
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}

/** Returns the text without thoughts and tool calls. */
function shownText(blocks: Block[]): string {
  const shown = blocks.flatMap((block) =>
    block.type === 'text' || block.type === 'image' || block.type === 'document' ? [block] : [],
  );
  return textOfBlocks(shown);
}

function refuse(index: number, reason: string): never {
  const parameter = `messages.${index}`;
  throw new WireError('invalid_request', `${parameter}: ${reason}`, { parameter });
}
