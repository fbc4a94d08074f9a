import { z } from 'zod';
import { wholeNumber } from '../contracts/spec-fields.ts';

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

export interface ModelParamProblem {
  /** Name of the parameter. */
  name: string;
  message: string;
  /** Names that the provider accepts. */
  names: string[];
}

/**
 * Returns problems of parameters that a provider does not accept, or whose values it does not accept. None for an unknown provider.
 */
export function modelParamProblems(
  provider: string,
  params: Readonly<Record<string, unknown>>,
): ModelParamProblem[] {
  const schemas = Object.hasOwn(allowed, provider) ? allowed[provider] : undefined;
  if (schemas === undefined) return [];
  const names = Object.keys(schemas);
  return Object.entries(params).flatMap(([name, value]) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema === undefined)
      return [
        {
          name,
          names,
          message: `provider ${provider} has no parameter ${name}; use ${names.join(', ')}`,
        },
      ];
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    return issue === undefined ? [] : [{ name, names, message: `parameter ${name}: ${issue.message}` }];
  });
}
