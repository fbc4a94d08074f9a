import type { z } from 'zod';

/** Fault of a field, for authors and tools. Has no effect, and repeats no content. */
export interface RefusalDetail {
  /** A dotted path in the document. */
  field?: string;
  detail: string;
}

const maxField = 120;
const maxDetail = 200;

/**
 * Returns the first fault that a schema found. Names of members may be the author's, so only plain ones are
 * included.
 */
export function detailOfIssue(issue: z.core.$ZodIssue | undefined): RefusalDetail {
  if (!issue) return { detail: 'it does not fit its schema' };
  const path = issue.path.map((part) => (/^\w{1,60}$/.test(String(part)) ? String(part) : '…'));
  const field = path.join('.').slice(0, maxField);
  const detail = issue.code === 'unrecognized_keys' ? 'it has members that are not known' : issue.message;
  return { ...(field === '' ? {} : { field }), detail: detail.slice(0, maxDetail) };
}
