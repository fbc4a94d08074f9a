import { aliyun } from './aliyun.ts';
import { s3 } from './s3.ts';
import type { StoreKind } from './store-kind.ts';
import type { StoreSettings } from './store-settings.ts';

/** Every kind of store there is. */
export const storeKinds: {
  [Kind in StoreSettings['kind']]: StoreKind<Extract<StoreSettings, { kind: Kind }>>;
} = { aliyun, s3 };

/** Returns the definition of this store's kind. */
export function getKind<Settings extends StoreSettings>({ kind }: Settings): StoreKind<Settings> {
  // The table has for each kind what is written for the settings of that kind; TypeScript does not carry that over.
  return storeKinds[kind] as unknown as StoreKind<Settings>;
}
