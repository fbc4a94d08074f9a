import { preview } from './untrusted-text.ts';

/** An error that is not in words of ours, on one line: its message may quote a file or a server. */
export function plainText(error: unknown): string {
  const { code } = (error instanceof Error ? error : {}) as { code?: unknown };
  return `${getReason(error)}${typeof code === 'string' ? ` [${code}]` : ''}`;
}

/** Like `plainText`, without the error's own code if ours is shown. */
export function getReason(error: unknown): string {
  return preview(error instanceof Error ? error.message : String(error));
}
