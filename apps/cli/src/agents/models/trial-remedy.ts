import type { ModelFailure } from '@agent-home/agent-runtime';

/** Entry of a model, as far as a remedy names its parts. */
export interface TriedModel {
  /** Name in the settings. */
  name: string;
  /** Name at the provider. */
  id: string;
  url?: string | undefined;
  /** Source of its key, such as a variable; absent without a key. */
  key?: string | undefined;
}

/** Returns the instruction that fits a failed trial; undefined for a failure without one. */
export function trialRemedy(
  { code, attempts }: Pick<ModelFailure, 'code' | 'attempts'>,
  { name, id, url, key }: TriedModel,
): string | undefined {
  const status = attempts.findLast(({ ok }) => !ok)?.status;
  const place = url === undefined ? 'the url of the model' : `the url ${withoutSecrets(url)}`;
  if (status === 401 || status === 403)
    return key === undefined
      ? `the entry has no key: --key-env VARIABLE of agent-home models add names one`
      : `check the key of this provider in ${key}`;
  if (status === 404)
    return `check ${place}, which mostly ends in /v1, and that the provider has the model ${id}: both are in models.${name} of the settings`;
  if (status === 402 || status === 429) return 'the provider limits requests, or the account has no credit';
  if (code === 'model_timeout')
    return `check ${place} and the load of its server; the request got no response`;
  if (code === 'model_nonsense')
    return `check ${place}: it does not speak the protocol of the entry, which --api of models add names`;
  if (code === 'model_unavailable' && status === undefined)
    return `check ${place}, that its server runs, and the proxy in HTTPS_PROXY`;
  return undefined;
}

/** Returns an address without a user, a password and a query, which a settings file may have. */
function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
