import { objectKey, type RootSet, type SchemaEdition } from '@agent-home/protocol';
import { CardCache } from '../cards/card-cache.ts';
import type { CardCacheOptions } from '../cards/card-cache-options.ts';
import { cardView } from '../cards/card-view.ts';
import { PlatformTrust } from './platform-trust.ts';
import { SchemaChoice } from './schema-choice.ts';
import { VerifiedReader } from './verified-reader.ts';

/** Dependencies of the trust, and so of all reads. */
type Parts = Omit<ConstructorParameters<typeof PlatformTrust>[0], 'pinned' | 'changed'>;

/**
 * Opens verified reading for agents and visitors: from the pinned root set on, with cards cached until the keys
 * change.
 */
export function createVerifiedReading(
  parts: Parts,
  {
    rootSet,
    cache = {},
    editions = [],
  }: {
    rootSet: RootSet;
    cache?: CardCacheOptions | undefined;
    editions?: readonly SchemaEdition[] | undefined;
  },
): { trust: PlatformTrust; reader: VerifiedReader; cards: CardCache } {
  const changed = () => cards.clear();
  const trust = new PlatformTrust({ ...parts, pinned: rootSet, changed });
  const reader = new VerifiedReader({ ...parts, trust });
  const { log } = parts;
  const choice = new SchemaChoice({ reader, editions, now: parts.surroundings.now, log });
  const loadCard = async (agentId: string) => {
    const key = objectKey('agent_card', { agent_id: agentId });
    return cardView((await choice.read('agent_card', key)).object);
  };
  const cards = new CardCache(cache, loadCard, parts.surroundings.now, log);
  return { trust, reader, cards };
}
