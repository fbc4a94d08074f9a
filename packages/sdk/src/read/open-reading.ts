import { objectKey, type RootSet } from '@agent-home/protocol';
import { CardCache } from '../cards/card-cache.ts';
import { cardView } from '../cards/card-view.ts';
import type { ConnectOptions } from '../options.ts';
import type { Surroundings } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import { PlatformTrust } from '../trust/platform-trust.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import type { VersionFloor } from '../trust/version-floor.ts';
import type { FailureReporter } from './failure-reporter.ts';
import type { ByteSource } from './raw-reader.ts';
import { VerifiedReader } from './verified-reader.ts';

interface Parts {
  raw: ByteSource;
  memory: TrustMemory;
  floor: VersionFloor;
  failures: FailureReporter;
  surroundings: Surroundings;
  log: Log;
}

/** What agents and visitors read by: verified from the pinned root set on, cards kept until the keys change. */
export function openReading(
  parts: Parts,
  { rootSet, cache = {} }: { rootSet: RootSet; cache?: ConnectOptions['cache'] | undefined },
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
