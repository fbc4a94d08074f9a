import type { ModeTypes } from '@agent-home/modes';
import type { ComponentType } from 'react';
import type { EntryProof, EntryView, ReplayedStanding } from '../../proof/types.ts';
import type { Row } from '../rows/rows.ts';

interface HeaderProps {
  standing: ReplayedStanding;
  entries: readonly (EntryView | undefined)[];
  proofs: readonly (EntryProof | undefined)[];
  /** A past moment is shown, so its clocks are stopped. */
  isPast: boolean;
}

export type EntryRow = Extract<Row, { kind: 'entry' }>;

export type LinePlace = 'left' | 'right' | 'reply';

/** View of a mode: its header, the side of a message, and the mark next to its author. */
export interface ModeView {
  Header: ComponentType<HeaderProps>;
  /** Returns undefined for a message across the whole width. */
  placeOf?: (row: EntryRow, standing: ReplayedStanding | undefined) => LinePlace | undefined;
  /** The position of a message is unknown before its replay. */
  isPlacedByReplay?: true;
  Mark?: ComponentType<{ row: EntryRow }>;
}

/**
 * Returns rules and state in the types of their mode. The cast is safe, because the replay created them by that mode's own
 * functions.
 */
export function typed<Name extends keyof ModeTypes>(
  _name: Name,
  { rules, state }: ReplayedStanding,
): ModeTypes[Name] {
  // The replay made this state with the mode of this name, so it conforms to the mode's schema.
  return { rules, state } as unknown as ModeTypes[Name];
}

/** Returns the messages up to a moment with their replay. */
export function linesUpTo({
  standing,
  entries,
  proofs,
}: HeaderProps): { entry: EntryView; proof: EntryProof }[] {
  return entries.slice(1, standing.sequence + 1).flatMap((entry) => {
    const proof = entry && proofs[entry.sequence];
    return entry && proof ? [{ entry, proof }] : [];
  });
}
