import { createAliyunObjectStore, type ObjectStore, type StoreCredentials } from '@agent-home/object-store';
import type { StoreDescription } from '../api/answers.ts';
import { ConnectionError } from '../errors/api-error.ts';

/** Makes a client of the home's bucket from what a credential answer says. */
export type OpenStore = (description: StoreDescription, credentials: StoreCredentials) => ObjectStore;

export const openStore: OpenStore = (description, credentials) => {
  if (description.kind !== 'aliyun') {
    throw new ConnectionError('bad_answer', `a store of kind ${description.kind} is not supported here`);
  }
  return createAliyunObjectStore({
    endpoint: description.endpoint,
    region: description.region,
    bucket: description.bucket,
    pathStyle: description.path_style,
    credentials,
  });
};
