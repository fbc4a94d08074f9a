import { CallAssembler, type SoundCall } from './call-assembler.ts';
import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { ProviderError, providerError } from './provider-error.ts';
import { type Loose, objectIn, objectsIn, soundUsage, textsIn, toInput } from './sound-wire.ts';

/**
 * Completes the body of a whole response to the form that the SDK reads.
 * @throws ProviderError with the provider's text; NonsenseAnswerError if the body is not a response
 */
export function soundResponse(body: unknown): Loose {
  const error = providerError(body);
  if (error) throw error;
  const response = objectIn(body);
  requireAllowed(response ?? {});
  const [candidate] = objectsIn(response?.candidates);
  if (!response || !candidate)
    throw new NonsenseAnswerError(`the provider sent no candidate: ${JSON.stringify(body)?.slice(0, 200)}`);
  const parts = objectsIn(objectIn(candidate.content)?.parts);
  const calls = soundCalls(parts);
  return chunkOf([...parts.flatMap(soundPart), ...calls.map(callPart)], {
    head: textsIn(response, ['responseId', 'modelVersion']),
    finish: soundFinish(candidate.finishReason) ?? 'STOP',
    usage: soundUsage(response.usageMetadata),
  });
}

/** Returns a response, or a chunk of one. */
export function chunkOf(
  parts: readonly Loose[],
  { head, finish, usage }: { head: Loose; finish?: string; usage?: Loose | null },
): Loose {
  const candidate = {
    content: { role: 'model', parts },
    ...(finish === undefined ? {} : { finishReason: finish }),
  };
  return { ...head, candidates: [candidate], ...(usage ? { usageMetadata: usage } : {}) };
}

/** @throws ProviderError if the provider refused the prompt */
export function requireAllowed({ promptFeedback }: Loose): void {
  const reason = objectIn(promptFeedback)?.blockReason;
  if (typeof reason === 'string' && reason !== '' && !reason.endsWith('_UNSPECIFIED'))
    throw new ProviderError(`the provider blocked the prompt: ${reason}`, 'content_filter');
}

/** Returns a text or a thought in its sound form; none for calls and for parts that no request has as result. */
export function soundPart(part: Loose): Loose[] {
  if (typeof part.text !== 'string') return [];
  const thought = part.thought === true ? { thought: true } : {};
  return [{ text: part.text, ...thought, ...textsIn(part, ['thoughtSignature']) }];
}

/**
 * Returns the calls among parts.
 * @throws NonsenseAnswerError if a call was not sent whole
 */
export function soundCalls(parts: readonly Loose[]): SoundCall[] {
  const assembler = new CallAssembler();
  assembler.addWhole(
    parts.flatMap((part) => {
      const call = objectIn(part.functionCall);
      if (!call) return [];
      if (call.willContinue === true || call.partialArgs !== undefined)
        throw new NonsenseAnswerError('the provider sent a tool call in parts, which was not requested');
      const signature = textsIn(part, ['thoughtSignature']);
      return [{ ...signature, id: call.id, function: { name: call.name, arguments: call.args ?? {} } }];
    }),
  );
  return assembler.end();
}

export function callPart({ id, function: { name, arguments: written }, ...extra }: SoundCall): Loose {
  return { functionCall: { id, name, args: toInput(written) }, ...textsIn(extra, ['thoughtSignature']) };
}

const finishReasons: ReadonlySet<string> = new Set([
  ...['STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'],
  'IMAGE_SAFETY',
]);

/**
 * Returns the finish reason in Gemini's words; undefined if none is given.
 * @throws ProviderError, NonsenseAnswerError if the response ended by an error
 */
export function soundFinish(reason: unknown): string | undefined {
  if (typeof reason !== 'string' || reason === '' || reason === 'FINISH_REASON_UNSPECIFIED') return undefined;
  if (/malformed|unexpected_tool/i.test(reason))
    throw new NonsenseAnswerError(`the provider ended the response as ${reason}`);
  if (/^error$/i.test(reason)) throw new ProviderError('the provider ended the response by an error', '');
  if (/^(max_(output_)?tokens|length|continuation)$/i.test(reason)) return 'MAX_TOKENS';
  return finishReasons.has(reason.toUpperCase()) ? reason.toUpperCase() : 'STOP';
}
