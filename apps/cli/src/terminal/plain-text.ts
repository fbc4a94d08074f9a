import { preview } from './untrusted-text.ts';

/** An error that is not in words of ours, on one line: its message may quote a file or a server. */
export function plainText(error: unknown): string {
  const { code } = (error instanceof Error ? error : {}) as { code?: unknown };
  return `${reasonOf(error)}${typeof code === 'string' ? ` [${code}]` : ''}`;
}

/** The same without the code that it may have, where a code of ours is told. */
export function reasonOf(error: unknown): string {
  return preview(error instanceof Error ? error.message : String(error));
}
