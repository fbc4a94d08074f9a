import type { CallToolResult } from '@modelcontextprotocol/server';
import { maxAnswerBytes, type Page } from './page.ts';

/** Response of a tool. */
export interface Answer {
  page: Page;
  /** Result code for programs: `ok`, `accepted`, or the reason for a refusal. The text contains it for models. */
  code: string;
  isError: boolean;
}

export function done(page: Page, code = 'ok'): Answer {
  return { page, code, isError: false };
}

export function refused(page: Page, code: string): Answer {
  return { page, code, isError: true };
}

/** Member of a response with its code, for programs. */
export const codeField = 'agent-home/code';

export function toolResult({ page, code, isError }: Answer): CallToolResult {
  return {
    content: [{ type: 'text', text: bounded(page.text()) }],
    ...(isError ? { isError: true } : {}),
    _meta: { [codeField]: code },
  };
}

/** Cuts a text to the limit. A page limits itself; this is the last check before it is sent. */
export function bounded(text: string): string {
  if (Buffer.byteLength(text, 'utf8') <= maxAnswerBytes) return text;
  const bytes = Buffer.from(text, 'utf8').subarray(0, maxAnswerBytes - 100);
  // A character cut in two is left out.
  return `${new TextDecoder().decode(bytes).replace(/�+$/u, '')}\n(Cut off here.)`;
}
