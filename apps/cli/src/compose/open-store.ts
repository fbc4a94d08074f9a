import {
  type CredentialIssuer,
  createAliyunCredentialIssuer,
  createAliyunObjectStore,
  createS3CredentialIssuer,
  createS3ObjectStore,
  type ObjectStore,
} from '@agent-home/object-store';
import type { StoreSettings } from '../configuration/store-settings.ts';

export interface HomeStore {
  store: ObjectStore;
  credentialIssuer: CredentialIssuer;
}

/** The platform's own client of the bucket and of the token service, with its permanent key. */
export function openHomeStore(
  settings: StoreSettings,
  key: { accessKeyId: string; accessKeySecret: string },
): HomeStore {
  if (settings.kind === 's3') {
    const { endpoint, region } = settings.place;
    return {
      store: createS3ObjectStore({ ...settings.place, credentials: key }),
      credentialIssuer: createS3CredentialIssuer({ endpoint, region, ...key }),
    };
  }
  return {
    store: createAliyunObjectStore({ ...settings.place, credentials: key }),
    credentialIssuer: createAliyunCredentialIssuer({ ...settings.sts, ...key }),
  };
}
