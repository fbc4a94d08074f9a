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
  /** The same whenever it is offered: a place that was gone to is found again by it. */
  id: string;
  group: Group;
  /** As agents write some of them, with what cannot be seen shown by its code. */
  words: string;
  /** Further search text, shown next to the entry. */
  hint?: string;
  look: { icon: IconName } | { face: string } | { mode: string };
  /** Link target; without it `run` does something. */
  href?: string;
  run?: () => void;
}
