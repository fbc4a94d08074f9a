import { z } from 'zod';
import { wholeNumber } from '../contracts/spec-fields.ts';
import type { ModelApi } from './settings-schema.ts';

const fraction = (least: number, most: number) => z.number().min(least).max(most);
const common = {
  temperature: fraction(0, 2),
  top_p: fraction(0, 1),
  stop: z.union([z.string(), z.array(z.string()).max(16)]),
  seed: z.int(),
  presence_penalty: fraction(-2, 2),
  frequency_penalty: fraction(-2, 2),
  /** Limits generated tokens of one response, below the settings' `maxOutputTokens`. */
  max_tokens: wholeNumber(16),
  max_completion_tokens: wholeNumber(16),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']),
  parallel_tool_calls: z.boolean(),
  user: z.string(),
};
const openai = {
  ...common,
  verbosity: z.enum(['low', 'medium', 'high']),
  service_tier: z.string(),
  logit_bias: z.record(z.string(), fraction(-100, 100)),
  store: z.boolean(),
  prompt_cache_key: z.string(),
};
const compatible = {
  ...common,
  top_k: z.int(),
  min_p: fraction(0, 1),
  repetition_penalty: z.number(),
  chat_template_kwargs: z.record(z.string(), z.json()),
  /** Options for which the server has its own names, as members of the request. */
  provider_options: z.record(
    z
      .string()
      .regex(
        /^(?!(?:model|messages|tools|tool_choice|stream|stream_options|max_tokens)$)/,
        'an option of the server',
      ),
    z.json(),
  ),
};

/** Parameters of `modelRef.params` by provider; each is optional, and no other is passed on. */
const allowed: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  openai,
  'openai-compatible': compatible,
  emulator: compatible,
};

const { temperature, top_p, stop, seed, max_tokens, max_completion_tokens, parallel_tool_calls, user } =
  common;
const { presence_penalty, frequency_penalty } = common;
/** Tokens that the model may use for thinking, within the limit of the response; `off` thinks as little as the model allows. */
const budget = (least: number) => z.union([wholeNumber(least), z.enum(['adaptive', 'off'])]);

/** Parameters by protocol, for all but chat completions. */
const allowedByApi: Readonly<Record<Exclude<ModelApi, 'chat'>, Readonly<Record<string, z.ZodType>>>> = {
  responses: {
    ...{ temperature, top_p, max_tokens, max_completion_tokens, parallel_tool_calls, user },
    reasoning_effort: common.reasoning_effort,
    /** Summary of the model's thoughts, which it returns only on request. */
    reasoning_summary: z.enum(['auto', 'concise', 'detailed']),
    verbosity: openai.verbosity,
    service_tier: openai.service_tier,
    prompt_cache_key: openai.prompt_cache_key,
  },
  anthropic: {
    ...{ temperature: fraction(0, 1), top_p, top_k: compatible.top_k, stop, max_tokens, parallel_tool_calls },
    thinking: budget(1_024),
    effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']),
    /** Lifetime of prompts in the provider's cache; false stores none. Default 5 minutes. */
    prompt_cache: z.union([z.boolean(), z.enum(['5m', '1h'])]),
  },
  gemini: {
    ...{ temperature, top_p, top_k: compatible.top_k, stop, seed, max_tokens },
    ...{ presence_penalty, frequency_penalty },
    thinking: budget(0),
    thinking_level: z.enum(['minimal', 'low', 'medium', 'high']),
  },
};

export interface ModelParamProblem {
  /** Name of the parameter. */
  name: string;
  message: string;
  /** Names that the provider accepts. */
  names: string[];
}

/** Model as its parameters are checked. */
export interface ParameterizedModel {
  provider: string;
  /** Protocol; default `chat`. */
  api?: ModelApi;
}

/**
 * Returns problems of parameters that a model's protocol or provider does not accept, or whose values it does not accept. None for
 * an unknown provider.
 */
export function modelParamProblems(
  { provider, api = 'chat' }: ParameterizedModel,
  params: Readonly<Record<string, unknown>>,
): ModelParamProblem[] {
  const ofProvider = Object.hasOwn(allowed, provider) ? allowed[provider] : undefined;
  const schemas = api === 'chat' ? ofProvider : allowedByApi[api];
  const owner = api === 'chat' ? `provider ${provider}` : `api ${api}`;
  if (schemas === undefined) return [];
  const names = Object.keys(schemas);
  return Object.entries(params).flatMap(([name, value]) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema === undefined)
      return [
        {
          name,
          names,
          message: `${owner} has no parameter ${name}; use ${names.join(', ')}`,
        },
      ];
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    return issue === undefined ? [] : [{ name, names, message: `parameter ${name}: ${issue.message}` }];
  });
}
