import { CallAssembler, type SoundCall } from './call-assembler.ts';
import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { ProviderError, providerError } from './provider-error.ts';
import { type Loose, looseSchema, soundUsage } from './sound-wire.ts';

const finishReasons: ReadonlySet<unknown> = new Set([
  'stop',
  'length',
  'tool_calls',
  'function_call',
  'content_filter',
]);

/**
 * Completes the body of a whole response to the form that the SDK reads.
 * @throws ProviderError with the provider's text; NonsenseAnswerError if the body is not a response
 */
export function soundCompletion(body: unknown): Loose {
  const error = providerError(body);
  if (error) throw error;
  const completion = looseSchema.safeParse(body).data;
  const [first] = Array.isArray(completion?.choices) ? completion.choices : [];
  const choice = looseSchema.safeParse(first).data;
  const message = looseSchema.safeParse(choice?.message ?? choice?.delta).data;
  if (!completion || !choice || !message)
    throw new NonsenseAnswerError(`the provider sent no message: ${JSON.stringify(body)?.slice(0, 200)}`);
  const calls = callsOfMessage(message);
  const sound = {
    ...soundTexts(message),
    role: 'assistant',
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    ...soundHead(completion),
    usage: soundUsage(completion.usage),
    choices: [{ index: 0, message: sound, finish_reason: getFinish(soundFinish(choice), calls) }],
  };
}

export function callsOfMessage(message: Loose): SoundCall[] {
  const assembler = new CallAssembler();
  assembler.addWhole(message.tool_calls);
  // Older form of `tool_calls`.
  if (message.function_call) assembler.addWhole([{ function: message.function_call }]);
  return assembler.end();
}

/**
 * Returns the finish reason in the SDK's terms; `ended` for unknown terms. Undefined if no reason is given.
 * @throws ProviderError if the response ended with an error
 */
export function soundFinish(choice: Loose): string | undefined {
  const error = providerError(choice.error === undefined ? {} : { error: choice.error });
  if (error) throw error;
  const { finish_reason: reason } = choice;
  if (typeof reason !== 'string' || reason === '') return undefined;
  if (reason === 'error') throw new ProviderError('the provider ended the response by an error', '');
  if (/^max_(output_)?tokens$/i.test(reason)) return 'length';
  return finishReasons.has(reason) ? reason : 'ended';
}

/** Returns the finish reason of a whole response; a missing one is derived from its content. */
export function getFinish(reason: string | undefined, calls: readonly SoundCall[]): string {
  if (reason !== undefined && reason !== 'ended') return reason;
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

/** Returns the members of a response or a chunk, without its choices, that have the right type. */
export function soundHead({ id, created, model }: Loose): Loose {
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof created === 'number' ? { created } : {}),
    ...(typeof model === 'string' ? { model } : {}),
  };
}

/** Returns the texts of a message or a delta. */
export function soundTexts(message: Loose): Loose {
  const texts = ['reasoning_content', 'reasoning', 'refusal'].filter(
    (name) => typeof message[name] === 'string',
  );
  const { content } = message;
  return {
    ...Object.fromEntries(texts.map((name) => [name, message[name]])),
    content: typeof content === 'string' || Array.isArray(content) ? content : null,
  };
}
