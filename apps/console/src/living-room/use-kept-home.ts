import type { LivingRoom } from '@agent-home/http-contract';
import { useState } from 'react';
import { arranged, type Kept, keptWith, nothingKept } from './kept-home.ts';
import { useUnseen } from './use-unseen.ts';

/**
 * Keeps the places of rooms and endings while they are watched, and sorts them on request or while the tab is
 * hidden.
 */
export function useKeptHome(home: LivingRoom): { kept: Kept; renew: () => void } {
  const [seen, setSeen] = useState(() => ({ home, kept: keptWith(nothingKept, home) }));
  const kept = seen.home === home ? seen.kept : keptWith(seen.kept, home);
  if (seen.home !== home) setSeen({ home, kept });
  useUnseen(() => setSeen(({ home: now }) => ({ home: now, kept: arranged(now) })));
  return { kept, renew: () => setSeen({ home, kept: arranged(home) }) };
}
