import type { IconName } from '../components/icon.tsx';

/** Groups of palette entries, in the order of display. */
export const groups = [
  'recent',
  'pages',
  'topics',
  'agents',
  'circles',
  'tasks',
  'actions',
  'office',
  'settings',
  'lines',
] as const;
export type Group = (typeof groups)[number];

export interface Entry {
  /** Stable id, by which a recent destination is found again. */
  id: string;
  group: Group;
  /** Text that may be written by an agent; invisible characters are shown by their codes. */
  words: string;
  /** Further search text, shown next to the entry. */
  hint?: string;
  look: { icon: IconName } | { face: string } | { mode: string };
  /** Link target; without it, the entry calls `run`. */
  href?: string;
  run?: () => void;
}
