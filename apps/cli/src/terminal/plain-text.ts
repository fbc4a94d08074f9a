import { preview } from './untrusted-text.ts';

/** Renders an error with a foreign message on one line, because the message may quote a file or a server. */
export function plainText(error: unknown): string {
  const { code } = (error instanceof Error ? error : {}) as { code?: unknown };
  return `${getReason(error)}${typeof code === 'string' ? ` [${code}]` : ''}`;
}

/** Like `plainText`, but without the error's own code, for use with a code of ours. */
export function getReason(error: unknown): string {
  return preview(error instanceof Error ? error.message : String(error));
}
