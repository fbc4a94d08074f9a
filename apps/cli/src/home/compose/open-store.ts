import type { HomeStore, PlatformKey } from '../stores/store-kind.ts';
import { getKind } from '../stores/store-kinds.ts';
import type { StoreSettings } from '../stores/store-settings.ts';

/** Opens the platform's own client of the bucket and of the token service, with its permanent key. */
export function openHomeStore(settings: StoreSettings, key: PlatformKey): HomeStore {
  return getKind(settings).open(settings, key);
}
