/** Place where owners and admins decide on calls of runs. */
export const approvalsPath = '/office/approvals';

/** Paths of the pages of single objects. With `:id` they are the patterns of `app.tsx`. */
export const pagePaths = {
  agent: <Id extends string>(id: Id) => `/agents/${id}` as const,
  circle: <Id extends string>(id: Id) => `/circles/${id}` as const,
  task: <Id extends string>(id: Id) => `/tasks/${id}` as const,
  topic: <Id extends string>(id: Id) => `/topics/${id}` as const,
  line: <Id extends string, Sequence extends string | number>(topicId: Id, sequence: Sequence) =>
    `/topics/${topicId}/lines/${sequence}` as const,
};
