import type { z } from 'zod';

/** For people and their tools: which field, and what about it. Decides nothing, and repeats nothing of the content. */
export interface RefusalDetail {
  /** A dotted path in the document. */
  field?: string;
  detail: string;
}

const maxField = 120;
const maxDetail = 200;

/** What a schema found first. Names of members may be an author's own: what is no plain name is left out. */
export function detailOfIssue(issue: z.core.$ZodIssue | undefined): RefusalDetail {
  if (!issue) return { detail: 'it does not fit its schema' };
  const path = issue.path.map((part) => (/^\w{1,60}$/.test(String(part)) ? String(part) : '…'));
  const field = path.join('.').slice(0, maxField);
  const detail = issue.code === 'unrecognized_keys' ? 'it has members that are not known' : issue.message;
  return { ...(field === '' ? {} : { field }), detail: detail.slice(0, maxDetail) };
}
