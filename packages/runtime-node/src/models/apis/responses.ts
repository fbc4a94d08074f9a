import type { ModelRequest } from '@agent-home/agent-runtime';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import { type PromptTarget, toPrompt, toTools } from '../request/model-prompt.ts';
import { responsesWire } from '../wire/responses-wire.ts';
import { soundFetch } from '../wire/sound-fetch.ts';
import { keyedFetch } from './keyed-fetch.ts';
import type { OpenModel } from './opened-model.ts';
import { present, standardOptions } from './standard-options.ts';

/** Opens a model over OpenAI's responses. */
export const openResponsesModel: OpenModel = ({ name, url, key }, { fetch }) => {
  const provider = createOpenAI({
    baseURL: url,
    apiKey: key ?? '',
    fetch: soundFetch(keyedFetch(fetch, { key, header: 'authorization' }), responsesWire),
  });
  const target = { api: 'responses', model: name };
  return { model: provider.responses(name), target, toOptions: (request) => toOptions(request, target) };
};

const paramsSchema = z.object({
  reasoning_effort: z.string().optional(),
  reasoning_summary: z.string().optional(),
  parallel_tool_calls: z.boolean().optional(),
  user: z.string().optional(),
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
  service_tier: z.string().optional(),
  prompt_cache_key: z.string().optional(),
});

function toOptions(request: ModelRequest, target: PromptTarget): LanguageModelV3CallOptions {
  const params = paramsSchema.parse(request.params);
  return {
    ...standardOptions(request),
    prompt: toPrompt(request, target),
    ...toTools(request),
    providerOptions: {
      openai: {
        // Conversations stay in the run's log; the provider returns its thoughts encrypted and gets them back.
        store: false,
        ...present('reasoningEffort', params.reasoning_effort),
        ...present('reasoningSummary', params.reasoning_summary),
        ...present('parallelToolCalls', params.parallel_tool_calls),
        ...present('user', params.user),
        ...present('textVerbosity', params.verbosity),
        ...present('serviceTier', params.service_tier),
        ...present('promptCacheKey', params.prompt_cache_key),
      },
    },
  };
}
