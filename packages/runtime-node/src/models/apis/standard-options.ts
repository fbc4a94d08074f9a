import type { ModelRequest } from '@agent-home/agent-runtime';
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import { outputLimit } from '../request/request-params.ts';

/** Parameters that all protocols have in common. Parameters of an agent were checked before the run. */
const standardSchema = z.object({
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  top_k: z.number().optional(),
  seed: z.number().optional(),
  presence_penalty: z.number().optional(),
  frequency_penalty: z.number().optional(),
  stop: z.union([z.string(), z.array(z.string())]).optional(),
});

type Standard = Partial<
  Pick<
    LanguageModelV3CallOptions,
    | 'maxOutputTokens'
    | 'temperature'
    | 'topP'
    | 'topK'
    | 'seed'
    | 'presencePenalty'
    | 'frequencyPenalty'
    | 'stopSequences'
  >
>;

/** Returns the limit of generated tokens and the parameters that all protocols have in common. */
export function standardOptions(request: Pick<ModelRequest, 'params' | 'maxOutputTokens'>): Standard {
  const { stop, ...params } = standardSchema.parse(request.params);
  return {
    maxOutputTokens: outputLimit(request),
    ...present('temperature', params.temperature),
    ...present('topP', params.top_p),
    ...present('topK', params.top_k),
    ...present('seed', params.seed),
    ...present('presencePenalty', params.presence_penalty),
    ...present('frequencyPenalty', params.frequency_penalty),
    ...(stop === undefined ? {} : { stopSequences: [stop].flat() }),
  };
}

/** Returns an object with the member, or an empty one for an absent value. */
export function present<Value extends string | number | boolean>(
  name: string,
  value: Value | undefined,
): Record<string, Value> {
  return value === undefined ? {} : { [name]: value };
}
