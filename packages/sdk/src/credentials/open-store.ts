import { type AgentStore, createAgentStore, type StoreCredentials } from '@agent-home/object-store/agent';
import type { StoreDescription } from '../api/answers.ts';
import { ConnectionError } from '../errors/api-error.ts';

/** Creates a client of the home's bucket from a credential response. */
export type OpenStore = (description: StoreDescription, credentials: StoreCredentials) => AgentStore;

export function openStore(
  { kind, endpoint, region, bucket, path_style: pathStyle }: StoreDescription,
  credentials: StoreCredentials,
  route?: string,
): AgentStore {
  if (kind !== 'aliyun' && kind !== 's3')
    throw new ConnectionError('bad_answer', `a store of the kind ${kind} is not supported; update the SDK`);
  return createAgentStore({
    kind,
    endpoint,
    region,
    bucket,
    credentials,
    ...(pathStyle === undefined ? {} : { pathStyle }),
    ...(route === undefined ? {} : { route }),
  });
}
