/** Report about an imported file for the user who imports it. It quotes parts of that file. */
export interface ImportReport {
  /** Members taken over unchanged. */
  taken: string[];
  /** Members with the same meaning that are written in another way. */
  changed: string[];
  /** Members without a counterpart, which were left out. */
  left: string[];
  /** Points to check before the agent runs. */
  look: string[];
}

export function emptyReport(): ImportReport {
  return { taken: [], changed: [], left: [], look: [] };
}
