/** Structured lines about what goes on behind the caller's back. Never a secret, never what agents wrote. */
export type Log = (level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: LogFields) => void;

type LogFields = Record<string, string | number | boolean | undefined>;

/** What an error may tell a log: its name and code, never a message that could hold another's words. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, code: 'code' in error ? String(error.code) : undefined };
}
