import type { HttpBindingSettings, ToolSpec } from '@agent-home/agent-runtime/definition';
import type { JsonObject } from '@agent-home/protocol';
import { type RetryHint, ToolFailure } from '../outcomes/tool-failure.ts';
import { handlesIn, type Vault } from '../vault/vault.ts';
import type { Acting } from './acting.ts';
import { Credentials } from './credentials.ts';
import { collectPlaces, fillTemplate, inAddress } from './fill-template.ts';
import { type HttpAnswer, type HttpRequest, sendRequest } from './send-request.ts';

const hasBody = new Set(['POST', 'PUT', 'PATCH']);

/** Binds a tool to one HTTP request: arguments fill the address's placeholders; the others go into the query or a JSON body. */
export function httpBinding({ metadata, spec }: ToolSpec, http: HttpBindingSettings, vault: Vault): Acting {
  const privateNetwork = http.privateNetwork ?? false;
  const options = { tool: metadata.name, scopes: spec.auth.scopes, vault, privateNetwork };
  const credentials = http.auth && new Credentials(http.auth, options);
  return async (args, { signal, idempotencyKey }) => {
    const send = async (renewed: boolean): Promise<HttpAnswer> => {
      const headers = { ...getKey(spec, idempotencyKey), ...(await getHeaders(http, vault)) };
      const request = getRequest(http, args, headers);
      const shown = await credentials?.credential(signal, { renewed });
      for (const [name, value] of Object.entries(shown?.query ?? {}))
        request.url.searchParams.set(name, value);
      return sendRequest({
        ...request,
        headers: { ...request.headers, ...shown?.headers },
        privateNetwork,
        signal,
      });
    };
    let answer = await send(false);
    // Rejected before any effect, so the request is repeated once with a new token.
    if (answer.status === 401 && credentials?.isRenewable) answer = await send(true);
    const { status, text, retryAfterMs } = answer;
    if (status >= 300 && status < 400)
      throw new ToolFailure(
        'http_redirect',
        `the service responded with the redirect ${status}, which is not followed; the operator has to set its final address`,
      );
    const code = status >= 200 && status < 300 ? undefined : ('http_status' as const);
    return {
      text,
      tainted: true,
      metadata: { status },
      ...(code
        ? {
            failure: {
              code,
              message: `the service responded with status ${status}`,
              ...getHint(status, retryAfterMs),
            },
          }
        : {}),
    };
  };
}

/**
 * Sends an idempotency key with calls that have effects, so that services which know this header recognize a
 * repetition.
 */
function getKey({ sideEffects }: ToolSpec['spec'], key: string): Record<string, string> {
  return sideEffects ? { 'idempotency-key': key } : {};
}

/** Status 429 means that the request was not executed; for the others that is unknown. */
function getHint(status: number, afterMs: number | undefined): RetryHint {
  const after = afterMs === undefined ? {} : { afterMs };
  if (status === 429) return { retry: 'not_begun', ...after };
  return status === 408 || status >= 500 ? { retry: 'may_help', ...after } : {};
}

function getRequest(
  { method, url: template }: HttpBindingSettings,
  args: JsonObject,
  headers: Record<string, string>,
): Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'> {
  const url = new URL(fillTemplate(template, args, inAddress));
  const placed = new Set(collectPlaces(template));
  const rest = Object.entries(args).filter(([name]) => !placed.has(name));
  if (hasBody.has(method))
    return {
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(rest)),
    };
  for (const [name, value] of rest)
    url.searchParams.set(name, typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value));
  return { method, url, headers };
}

async function getHeaders(
  { headers = {} }: HttpBindingSettings,
  vault: Vault,
): Promise<Record<string, string>> {
  const resolved: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    resolved[name] = handlesIn(value).size > 0 ? await vault.value(value) : value;
  return resolved;
}
