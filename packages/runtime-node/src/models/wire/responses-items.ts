import { CallAssembler, type SoundCall } from './call-assembler.ts';
import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { ProviderError, providerError } from './provider-error.ts';
import { type Loose, objectIn, objectsIn, soundUsage, textIn, textsIn } from './sound-wire.ts';

/**
 * Completes the body of a whole response to the form that the SDK reads.
 * @throws ProviderError with the provider's text; NonsenseAnswerError if the body is not a response
 */
export function soundResponse(body: unknown): Loose {
  const error = providerError(body);
  if (error) throw error;
  const response = objectIn(body);
  if (!response || !Array.isArray(response.output))
    throw new NonsenseAnswerError(`the provider sent no response: ${JSON.stringify(body)?.slice(0, 200)}`);
  requireEnded(response);
  const items = objectsIn(response.output);
  return {
    ...soundHead(response),
    output: [
      ...items.flatMap((item, index) => soundItem(item, index)),
      ...soundCalls(items).map((call) => callItem(call)),
    ],
    incomplete_details: incompleteDetails(response),
    usage: completeUsage(response.usage),
  };
}

/** @throws ProviderError if a response ended by an error, or was cancelled */
export function requireEnded({ status, error }: Loose): void {
  const found = providerError({ error });
  if (found) throw found;
  if (status === 'failed' || status === 'cancelled')
    throw new ProviderError(`the provider ended the response as ${status}`, '');
}

/** Returns the chunks of a complete response. */
export function chunksOfResponse({ output, incomplete_details, usage, ...head }: Loose): Loose[] {
  return [
    created(head),
    ...objectsIn(output).flatMap((item, index) => chunksOfItem(item, index)),
    completed({ incomplete_details, usage }),
  ];
}

export function created(head: Loose): Loose {
  const { id = 'resp_0', created_at = 0, model = '' } = head;
  return { type: 'response.created', response: { id, created_at, model } };
}

export function completed(response: Loose): Loose {
  return { type: 'response.completed', response };
}

/** Returns the chunks of a complete item. */
export function chunksOfItem(item: Loose, index: number): Loose[] {
  const { type, id } = item;
  const added = { type: 'response.output_item.added', output_index: index, item };
  const done = { type: 'response.output_item.done', output_index: index, item };
  if (type === 'message') {
    const pieces = objectsIn(item.content).map(({ text, refusal }) =>
      refusal === undefined
        ? { type: 'response.output_text.delta', item_id: id, delta: textIn(text) }
        : { type: 'response.refusal.delta', item_id: id, delta: textIn(refusal) },
    );
    return [added, ...pieces, done];
  }
  if (type !== 'reasoning') return [{ ...added, item: { ...item, arguments: '' } }, done];
  const parts = objectsIn(item.summary).flatMap(({ text }, part) => [
    ...(part === 0 ? [] : [summaryPart(id, part)]),
    summaryText(id, part, textIn(text)),
  ]);
  return [added, ...parts, done];
}

export function summaryPart(itemId: unknown, part: number): Loose {
  return { type: 'response.reasoning_summary_part.added', item_id: itemId, summary_index: part };
}

export function summaryText(itemId: unknown, part: number, delta: string): Loose {
  return { type: 'response.reasoning_summary_text.delta', item_id: itemId, summary_index: part, delta };
}

/** Returns a message or thoughts in their sound form; none for calls and for items that no request has as result. */
function soundItem(item: Loose, index: number): Loose[] {
  const { type } = item;
  const id = textIn(item.id) || `item_${index}`;
  if (type === 'reasoning') {
    const summary = objectsIn(item.summary).map(({ text }) => ({ type: 'summary_text', text: textIn(text) }));
    return [{ type, id, summary, ...textsIn(item, ['encrypted_content']) }];
  }
  if (type !== 'message') return [];
  const content = objectsIn(item.content).flatMap((part): Loose[] => {
    if (typeof part.refusal === 'string') return [{ type: 'refusal', refusal: part.refusal }];
    const text = textIn(part.text);
    return text === '' ? [] : [{ type: 'output_text', text, annotations: [] }];
  });
  return [{ type, role: 'assistant', id, content }];
}

/** Returns the calls among complete items. */
export function soundCalls(items: readonly Loose[]): SoundCall[] {
  const assembler = new CallAssembler();
  assembler.addWhole(
    items.flatMap(({ type, call_id: id, name, arguments: written }) =>
      type === 'function_call' ? [{ id, function: { name, arguments: written } }] : [],
    ),
  );
  return assembler.end();
}

export function callItem({ id, index, function: called }: SoundCall): Loose {
  return { type: 'function_call', id: `fc_${index}`, call_id: id, status: 'completed', ...called };
}

/** Returns the reason why a response is incomplete, in the SDK's words; null if it is complete. */
export function incompleteDetails({ status, incomplete_details: details }: Loose): Loose | null {
  const reason = objectIn(details)?.reason;
  if (typeof reason === 'string' && reason !== '')
    return { reason: /^(max_tokens|length)$/.test(reason) ? 'max_output_tokens' : reason };
  return status === 'incomplete' ? { reason: 'max_output_tokens' } : null;
}

/** Returns the token counts if both are numbers; null otherwise. */
export function completeUsage(usage: unknown): Loose | null {
  const counts = soundUsage(usage);
  const isComplete = typeof counts?.input_tokens === 'number' && typeof counts.output_tokens === 'number';
  return isComplete ? counts : null;
}

/** Returns the members of a response without its content that have the right type. */
export function soundHead(response: Loose): Loose {
  const { created_at: at } = response;
  return { ...textsIn(response, ['id', 'model']), ...(typeof at === 'number' ? { created_at: at } : {}) };
}
