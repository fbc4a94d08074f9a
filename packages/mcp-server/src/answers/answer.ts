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

/** Truncates a text to the limit. A page limits itself; this is the last check before sending. */
export function bounded(text: string): string {
  if (Buffer.byteLength(text, 'utf8') <= maxAnswerBytes) return text;
  const bytes = Buffer.from(text, 'utf8').subarray(0, maxAnswerBytes - 100);
  // Drops a character that was cut in two.
  return `${new TextDecoder().decode(bytes).replace(/�+$/u, '')}\n(Cut off here.)`;
}
