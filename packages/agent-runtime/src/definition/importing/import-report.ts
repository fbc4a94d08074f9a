/** What became of a file, in words for the person who brings it along. Parts of it are quoted from that file. */
export interface ImportReport {
  /** Taken over as it was. */
  taken: string[];
  /** Means the same and is written otherwise. */
  changed: string[];
  /** Has no counterpart here and was left out. */
  left: string[];
  /** Wants to be looked at before the agent runs. */
  look: string[];
}

export function emptyReport(): ImportReport {
  return { taken: [], changed: [], left: [], look: [] };
}
