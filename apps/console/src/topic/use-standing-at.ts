import { useEffect, useState } from 'react';
import type { TopicProofs } from '../proof/topic-proofs.ts';
import type { Standing } from '../proof/types.ts';

/** Where the topic stood after an entry; now, where none is named. The last answer stays until the next is there. */
export function useStandingAt(
  proofs: TopicProofs | undefined,
  newest: Standing | undefined,
  sequence: number | undefined,
): Standing | undefined {
  const [past, setPast] = useState<Standing>();
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
  return sequence === undefined ? newest : (past ?? newest);
}
