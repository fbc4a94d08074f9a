import { useEffect, useState } from 'react';
import type { TopicProofs } from '../proof/topic-proofs.ts';
import type { ReplayedStanding } from '../proof/types.ts';

/**
 * Returns the state of the topic after an entry; by default the present one. The previous result stays until
 * the next arrives, unless it is of a later entry.
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
