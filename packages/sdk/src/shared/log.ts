/** Structured log of background work. Never contains secrets or text of agents. */
export type Log = (level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: LogFields) => void;

type LogFields = Record<string, string | number | boolean | undefined>;

/** Loggable fields of an error: its name and code, never a message that could quote others. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, code: 'code' in error ? String(error.code) : undefined };
}
