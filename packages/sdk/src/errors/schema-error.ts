import { AgentHomeError } from './agent-home-error.ts';

/** Thrown if the home publishes a kind of object only in schema versions that this SDK does not know. */
export class SchemaError extends AgentHomeError {
  override readonly name = 'SchemaError';
  readonly code = 'schema_sunset';
  readonly kind: string;
  /** Newest published version. */
  readonly newest: number;

  constructor(kind: string, known: number, newest: number) {
    super(
      `${kind} is no longer published in schema version ${known}, the newest this SDK knows; ` +
        `the home is at ${newest}: update the SDK`,
    );
    this.kind = kind;
    this.newest = newest;
  }
}
