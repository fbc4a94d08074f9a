import type { ModelRequest } from '@agent-home/agent-runtime';

type Body = Record<string, unknown>;

/** Returns the limit of generated tokens: that of the request, or a smaller one of the agent's parameters. */
export function outputLimit({
  maxOutputTokens,
  params,
}: Pick<ModelRequest, 'maxOutputTokens' | 'params'>): number {
  const wanted = [params.max_tokens, params.max_completion_tokens].filter((each) => typeof each === 'number');
  return Math.min(maxOutputTokens, ...wanted);
}

/**
 * Returns the agent's parameters as members of a request's body. Parameters that the provider does not accept were refused before
 * the run.
 */
export function bodyParams({ params }: Pick<ModelRequest, 'params'>): Body {
  const { max_tokens: _, max_completion_tokens: _completion, provider_options: options, ...rest } = params;
  return { ...rest, ...(typeof options === 'object' && options !== null ? options : {}) };
}

/** OpenAI's models that refuse `max_tokens`. */
const completionModels = /(?:^|\/)(?:gpt-5|o[134](?![a-z0-9]))/;

/** True if a model accepts `max_completion_tokens` instead of `max_tokens`. */
export function wantsCompletionTokens(model: string): boolean {
  return completionModels.test(model);
}

/** Returns the body with its limit under the name that the model accepts. */
export function withLimitName(body: Body, isCompletion: boolean): Body {
  const { max_tokens, ...rest } = body;
  return isCompletion && max_tokens !== undefined ? { ...rest, max_completion_tokens: max_tokens } : body;
}

/** Returns the limit parameter that an error response demands; undefined if the error has another cause. */
export function demandedLimit(refusal: {
  statusCode?: number | undefined;
  responseBody?: string | undefined;
}) {
  const { statusCode, responseBody = '' } = refusal;
  if (statusCode !== 400 || !/max_(?:completion_)?tokens/.test(responseBody)) return undefined;
  const refused = /"param"\s*:\s*"(max_(?:completion_)?tokens)"/.exec(responseBody)?.[1];
  if (refused === 'max_tokens') return 'max_completion_tokens' as const;
  if (refused === 'max_completion_tokens') return 'max_tokens' as const;
  return responseBody.includes('max_completion_tokens') ? ('max_completion_tokens' as const) : undefined;
}
