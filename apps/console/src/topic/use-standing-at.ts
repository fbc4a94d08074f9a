import { useEffect, useState } from 'react';
import type { TopicProofs } from '../proof/topic-proofs.ts';
import type { ReplayedStanding } from '../proof/types.ts';

/**
 * Where the topic stood after an entry; now, where none is named. The last answer stays until the next is there, unless
 * it tells of what comes later.
 */
export function useStandingAt(
  proofs: TopicProofs | undefined,
  newest: ReplayedStanding | undefined,
  sequence: number | undefined,
): ReplayedStanding | undefined {
  const [past, setPast] = useState<ReplayedStanding>();
  useEffect(() => {
    if (sequence === undefined || !proofs) return;
    let isWanted = true;
    void proofs.standingAt(sequence).then((standing) => {
      if (isWanted && standing) setPast(standing);
    });
    return () => {
      isWanted = false;
    };
  }, [proofs, sequence]);
  if (sequence === undefined) return newest;
  return past && past.sequence <= sequence ? past : undefined;
}
