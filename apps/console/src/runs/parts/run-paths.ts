/** Parts of a run's page. */
export const runTabs = ['conversation', 'timeline', 'graph', 'records'] as const;
export type RunTab = (typeof runTabs)[number];

/** Returns the number of a record in a path; 0 for any other text. */
export function toSeq(text: string): number {
  return /^\d{1,8}$/.test(text) ? Number(text) : 0;
}

/** Paths of the pages of runs. With `:id` they are patterns of routes. */
export const runPaths = {
  list: '/runs',
  run: <Id extends string>(id: Id) => `/runs/${id}` as const,
  tab: <Id extends string, Tab extends string>(id: Id, tab: Tab) => `/runs/${id}/${tab}` as const,
  record: <Id extends string, Seq extends string | number>(id: Id, seq: Seq) =>
    `/runs/${id}/records/${seq}` as const,
};
