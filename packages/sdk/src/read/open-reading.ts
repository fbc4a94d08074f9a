import { objectKey, type RootSet } from '@agent-home/protocol';
import { CardCache } from '../cards/card-cache.ts';
import type { CardCacheOptions } from '../cards/card-cache-options.ts';
import { cardView } from '../cards/card-view.ts';
import { PlatformTrust } from './platform-trust.ts';
import { VerifiedReader } from './verified-reader.ts';

/** Of the trust, and so of all that is read by it. */
type Parts = Omit<ConstructorParameters<typeof PlatformTrust>[0], 'pinned' | 'changed'>;

/** What agents and visitors read by: verified from the pinned root set on, cards kept until the keys change. */
export function openVerifiedReading(
  parts: Parts,
  { rootSet, cache = {} }: { rootSet: RootSet; cache?: CardCacheOptions | undefined },
): { trust: PlatformTrust; reader: VerifiedReader; cards: CardCache } {
  const changed = () => cards.clear();
  const trust = new PlatformTrust({ ...parts, pinned: rootSet, changed });
  const reader = new VerifiedReader({ ...parts, trust });
  const loadCard = async (agentId: string) => {
    const key = objectKey('agent_card', { agent_id: agentId });
    return cardView((await reader.read('agent_card', key, { type: 'registry_read' })).object);
  };
  const cards = new CardCache(cache, loadCard, parts.surroundings.now, parts.log);
  return { trust, reader, cards };
}
