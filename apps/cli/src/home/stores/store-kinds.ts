import { aliyun } from './aliyun.ts';
import { s3 } from './s3.ts';
import type { StoreKind } from './store-kind.ts';
import type { StoreSettings } from './store-settings.ts';

/** Definitions of the supported stores, by kind. */
export const storeKinds: {
  [Kind in StoreSettings['kind']]: StoreKind<Extract<StoreSettings, { kind: Kind }>>;
} = { aliyun, s3 };

/** Returns the definition of this store's kind. */
export function getKind<Settings extends StoreSettings>({ kind }: Settings): StoreKind<Settings> {
  // Each entry of the table accepts the settings of its own kind; TypeScript cannot express that relation.
  return storeKinds[kind] as unknown as StoreKind<Settings>;
}
