import type { ModelRequest } from '@agent-home/agent-runtime';
import type { ChatMessage } from '@agent-home/agent-runtime/run-log';
import { createAnthropic } from '@ai-sdk/anthropic';
import type {
  JSONObject,
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { type PromptTarget, toPrompt, toTools } from '../request/model-prompt.ts';
import { anthropicWire } from '../wire/anthropic-wire.ts';
import { soundFetch } from '../wire/sound-fetch.ts';
import { keyedFetch } from './keyed-fetch.ts';
import type { OpenModel } from './opened-model.ts';
import { standardOptions } from './standard-options.ts';

/** Opens a model over Anthropic's messages. */
export const openAnthropicModel: OpenModel = ({ name, url, key }, { fetch }) => {
  const provider = createAnthropic({
    baseURL: url,
    apiKey: key ?? '',
    fetch: soundFetch(keyedFetch(fetch, { key, header: 'x-api-key' }), anthropicWire),
  });
  const target = { api: 'anthropic', model: name, filesInResults: true };
  return { model: provider(name), target, toOptions: (request) => toOptions(request, target) };
};

const paramsSchema = z.object({
  thinking: z.union([z.number(), z.enum(['adaptive', 'off'])]).optional(),
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
  prompt_cache: z.union([z.boolean(), z.enum(['5m', '1h'])]).optional(),
  parallel_tool_calls: z.boolean().optional(),
});

function toOptions(request: ModelRequest, target: PromptTarget): LanguageModelV3CallOptions {
  const { effort, prompt_cache: cache = true, parallel_tool_calls } = paramsSchema.parse(request.params);
  const standard = standardOptions(request);
  const { maxOutputTokens = request.maxOutputTokens } = standard;
  const { thinking, maxTokens } = chooseThinking(request, target, maxOutputTokens);
  const options: JSONObject = {
    // Calls are passed on whole, so early and unchecked pieces of arguments have no use.
    toolStreaming: false,
    ...(thinking === undefined ? {} : { thinking }),
    ...(effort === undefined ? {} : { effort }),
    ...(parallel_tool_calls === undefined ? {} : { disableParallelToolUse: !parallel_tool_calls }),
  };
  const plain = { prompt: toPrompt(request, target), ...toTools(request) };
  return {
    ...standard,
    ...(cache === false ? plain : withCache(plain, cache)),
    maxOutputTokens: maxTokens,
    providerOptions: { anthropic: options },
  };
}

/** Smallest budget of thoughts that the API accepts, and tokens that remain for the response itself. */
const leastBudget = 1_024;
const leastText = 256;

/**
 * Returns the thinking of a request and the tokens for the rest of the response: the SDK adds the budget to them, and both together
 * stay within the limit. Nothing is thought where the budget does not fit, or where a response with calls has lost its signed thoughts,
 * without which the API refuses the request.
 */
function chooseThinking(
  request: ModelRequest,
  target: PromptTarget,
  limit: number,
): { thinking?: JSONObject; maxTokens: number } {
  const { thinking } = paramsSchema.parse(request.params);
  if (thinking === undefined) return { maxTokens: limit };
  const off = { thinking: { type: 'disabled' }, maxTokens: limit };
  if (thinking === 'off' || hasLostThoughts(request.messages, target)) return off;
  if (thinking === 'adaptive')
    return { thinking: { type: 'adaptive', display: 'summarized' }, maxTokens: limit };
  const budget = Math.min(thinking, limit - leastText);
  if (budget < leastBudget) return off;
  return { thinking: { type: 'enabled', budgetTokens: budget }, maxTokens: limit - budget };
}

/** True if the last response with calls, whose results the model reads now, has no thoughts of this model. */
function hasLostThoughts(messages: readonly ChatMessage[], target: PromptTarget): boolean {
  if (messages.at(-1)?.role !== 'tool') return false;
  const last = messages.findLast((message) => message.role === 'assistant');
  if (last?.role !== 'assistant') return false;
  const { continuation } = last;
  return (
    continuation === undefined ||
    continuation.api !== target.api ||
    continuation.model !== target.model ||
    continuation.reasoning.length === 0
  );
}

interface Cacheable {
  prompt: LanguageModelV3Message[];
  tools?: LanguageModelV3FunctionTool[];
}

/** Marks the ends of the tools, of the system text and of the conversation, up to which the provider caches the prompt. */
function withCache({ prompt, tools }: Cacheable, lifetime: true | '5m' | '1h'): Cacheable {
  const cacheControl = { type: 'ephemeral', ...(lifetime === '1h' ? { ttl: '1h' } : {}) };
  const providerOptions = { anthropic: { cacheControl } };
  const last = prompt.length - 1;
  return {
    prompt: prompt.map((message, index) =>
      message.role === 'system' || index === last ? { ...message, providerOptions } : message,
    ),
    ...(tools === undefined
      ? {}
      : {
          tools: tools.map((tool, index) =>
            index === tools.length - 1 ? { ...tool, providerOptions } : tool,
          ),
        }),
  };
}
