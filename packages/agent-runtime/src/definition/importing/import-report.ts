/** Report about an imported file for the user who imports it. It quotes parts of that file. */
export interface ImportReport {
  /** Taken over as it was. */
  taken: string[];
  /** Means the same and is written otherwise. */
  changed: string[];
  /** Has no counterpart here and was left out. */
  left: string[];
  /** Points to check before the agent runs. */
  look: string[];
}

export function emptyReport(): ImportReport {
  return { taken: [], changed: [], left: [], look: [] };
}
