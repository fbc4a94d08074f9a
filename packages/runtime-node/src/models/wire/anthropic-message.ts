import { CallAssembler, type SoundCall } from './call-assembler.ts';
import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { ProviderError, providerError } from './provider-error.ts';
import { type Loose, objectIn, objectsIn, soundUsage, textIn, textsIn, toInput } from './sound-wire.ts';

/**
 * Completes the body of a whole response to the form that the SDK reads.
 * @throws ProviderError with the provider's text; NonsenseAnswerError if the body is not a response
 */
export function soundResponse(body: unknown): Loose {
  const error = providerError(body);
  if (error) throw error;
  const message = objectIn(body);
  if (!message || !Array.isArray(message.content))
    throw new NonsenseAnswerError(`the provider sent no message: ${JSON.stringify(body)?.slice(0, 200)}`);
  const blocks = objectsIn(message.content);
  const assembler = new CallAssembler();
  assembler.addWhole(blocks.flatMap((block) => (block.type === 'tool_use' ? [writtenCall(block)] : [])));
  const calls = assembler.end();
  return {
    type: 'message',
    ...textsIn(message, ['id', 'model']),
    content: [...blocks.flatMap(soundBlock), ...calls.map(toUse)],
    stop_reason: soundStop(message.stop_reason, calls.length > 0),
    usage: { input_tokens: 0, output_tokens: 0, ...soundUsage(message.usage) },
  };
}

/** Returns the chunks of a complete message. */
export function chunksOfMessage({ content, stop_reason, usage, ...head }: Loose): Loose[] {
  const blocks = objectsIn(content);
  return [
    messageStart(head, objectIn(usage) ?? {}),
    ...blocks.flatMap((block, index) => chunksOfBlock(block, index)),
    ...messageEnd(stop_reason, objectIn(usage) ?? {}),
  ];
}

export function messageStart(head: Loose, usage: Loose): Loose {
  const message = { ...head, content: [], usage: { input_tokens: 0, output_tokens: 0, ...usage } };
  return { type: 'message_start', message };
}

export function messageEnd(reason: unknown, usage: Loose): Loose[] {
  const delta = { stop_reason: reason, stop_sequence: null };
  return [{ type: 'message_delta', delta, usage: { output_tokens: 0, ...usage } }, { type: 'message_stop' }];
}

/** Returns the chunks of a call. */
export function chunksOfCall(
  { id, function: { name, arguments: written } }: SoundCall,
  index: number,
): Loose[] {
  return [
    { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
    { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: written } },
    { type: 'content_block_stop', index },
  ];
}

function chunksOfBlock(block: Loose, index: number): Loose[] {
  const { type } = block;
  if (type === 'tool_use') {
    const { input } = block;
    const written = typeof input === 'string' ? input : JSON.stringify(input);
    const call = { name: textIn(block.name), arguments: written };
    return chunksOfCall({ index, id: textIn(block.id), type: 'function', function: call }, index);
  }
  const begin = type === 'text' ? { type, text: '' } : type === 'thinking' ? { type, thinking: '' } : block;
  const deltas =
    type === 'text'
      ? [{ type: 'text_delta', text: block.text }]
      : type === 'thinking'
        ? [
            { type: 'thinking_delta', thinking: block.thinking },
            { type: 'signature_delta', signature: block.signature },
          ]
        : [];
  return [
    { type: 'content_block_start', index, content_block: begin },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** Returns a block of a whole message in its sound form; none for calls and for kinds that no request has as result. */
function soundBlock(block: Loose): Loose[] {
  const { type } = block;
  if (type === 'text') return block.text === '' ? [] : [{ type, text: textIn(block.text) }];
  if (type === 'thinking')
    return [{ type, thinking: textIn(block.thinking), signature: textIn(block.signature) }];
  return type === 'redacted_thinking' && typeof block.data === 'string' ? [{ type, data: block.data }] : [];
}

/** Returns a call in the form of the assembler. */
export function writtenCall({ id, name, input }: Loose): Loose {
  return { id, function: { name, arguments: input ?? {} } };
}

function toUse({ id, function: { name, arguments: written } }: SoundCall): Loose {
  return { type: 'tool_use', id, name, input: toInput(written) };
}

const stopReasons: ReadonlySet<unknown> = new Set([
  ...['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'refusal', 'model_context_window_exceeded'],
]);

/**
 * Returns the stop reason of a complete response; a missing or unknown one is derived from its calls.
 * @throws ProviderError if the response ended with an error
 */
export function soundStop(reason: unknown, hasCalls: boolean): string {
  if (reason === 'error') throw new ProviderError('the provider ended the response by an error', '');
  if (typeof reason === 'string' && stopReasons.has(reason)) return reason;
  if (reason === 'length') return 'max_tokens';
  return hasCalls ? 'tool_use' : 'end_turn';
}
