import {
  createAliyunObjectStore,
  createS3ObjectStore,
  type ObjectStore,
  type StoreCredentials,
} from '@agent-home/object-store';
import type { StoreDescription } from '../api/answers.ts';
import { ConnectionError } from '../errors/api-error.ts';

/** Makes a client of the home's bucket from what a credential answer says. */
export type OpenStore = (description: StoreDescription, credentials: StoreCredentials) => ObjectStore;

export const openStore: OpenStore = (
  { kind, endpoint, region, bucket, path_style: pathStyle },
  credentials,
) => {
  const place = { endpoint, region, bucket, credentials };
  switch (kind) {
    case 'aliyun':
      return createAliyunObjectStore({ ...place, pathStyle: pathStyle ?? false });
    case 's3':
      return createS3ObjectStore(place);
    default:
      throw new ConnectionError('bad_answer', `a store of kind ${kind} is not supported here`);
  }
};
