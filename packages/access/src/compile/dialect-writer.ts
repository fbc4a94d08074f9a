import type { ObjectStatement } from './access-statement.ts';

/** Policy language of one store for our grants, with its limits. */
export interface DialectWriter {
  version: string;
  objectStatement(statement: ObjectStatement, bucket: string): object;
  /** Absent if the store cannot restrict a listing to its prefix; listing is then not granted. */
  listStatement?: (prefixes: string[], bucket: string) => object;
  /** Returns the latest time at or before this one that the dialect can express. Absent if its tickets carry no time. */
  expiry?: (notAfter: Date) => Date;
  denyAll: object;
}
