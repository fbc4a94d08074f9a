import { preview } from './untrusted-text.ts';

/** An error that is not in words of ours, on one line: its message may quote a file or a server. */
export function plainText(error: unknown): string {
  if (!(error instanceof Error)) return preview(String(error));
  const { code } = error as { code?: unknown };
  return `${preview(error.message)}${typeof code === 'string' ? ` [${code}]` : ''}`;
}
