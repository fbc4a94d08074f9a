import type { ModelRequest } from '@agent-home/agent-runtime';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { JSONObject, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import { type PromptTarget, toPrompt, toTools } from '../request/model-prompt.ts';
import { geminiWire } from '../wire/gemini-wire.ts';
import { soundFetch } from '../wire/sound-fetch.ts';
import { geminiSchema } from './gemini-schema.ts';
import { keyedFetch } from './keyed-fetch.ts';
import type { OpenModel } from './opened-model.ts';
import { standardOptions } from './standard-options.ts';

/** Opens a model over Gemini's content generation. */
export const openGeminiModel: OpenModel = ({ name, url, key }, { fetch }) => {
  const provider = createGoogleGenerativeAI({
    baseURL: url.replace(/\/$/, ''),
    apiKey: key ?? '',
    fetch: soundFetch(keyedFetch(fetch, { key, header: 'x-goog-api-key' }), geminiWire),
  });
  const target = { api: 'gemini', model: name };
  return { model: provider(name), target, toOptions: (request) => toOptions(request, target) };
};

const paramsSchema = z.object({
  thinking: z.union([z.number(), z.enum(['adaptive', 'off'])]).optional(),
  thinking_level: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
});

function toOptions(request: ModelRequest, target: PromptTarget): LanguageModelV3CallOptions {
  const thinkingConfig = toThinking(request);
  return {
    ...standardOptions(request),
    prompt: toPrompt(request, target),
    ...toTools(request, geminiSchema),
    providerOptions: { google: thinkingConfig === undefined ? {} : { thinkingConfig } },
  };
}

/** Returns the configuration of thoughts, which count towards the limit of generated tokens. */
function toThinking({ params }: Pick<ModelRequest, 'params'>): JSONObject | undefined {
  const { thinking, thinking_level: thinkingLevel } = paramsSchema.parse(params);
  if (thinking === undefined && thinkingLevel === undefined) return undefined;
  const budget = thinking === 'off' ? 0 : thinking === 'adaptive' ? -1 : thinking;
  return {
    includeThoughts: budget !== 0,
    ...(budget === undefined ? {} : { thinkingBudget: budget }),
    ...(thinkingLevel === undefined ? {} : { thinkingLevel }),
  };
}
