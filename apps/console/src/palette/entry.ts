import type { IconName } from '../components/icon.tsx';

/** What the palette can lead to or do, by what it is, in the order in which it is shown. */
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
  /** What it is also found by, and what is said beside it. */
  hint?: string;
  look: { icon: IconName } | { face: string } | { mode: string };
  /** Where it leads to; without, `run` does something. */
  href?: string;
  run?: () => void;
}
