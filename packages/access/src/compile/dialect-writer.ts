import type { ObjectStatement } from './access-statement.ts';

/** Policy language of one store for our grants, with its limits. */
export interface DialectWriter {
  version: string;
  objectStatement(statement: ObjectStatement, bucket: string): object;
  /** Absent where the store cannot hold a listing to its prefix: there, listing is not granted. */
  listStatement?: (prefixes: string[], bucket: string) => object;
  /** The moment as this dialect can write it, never later. Absent where a ticket carries no time. */
  expiry?: (notAfter: Date) => Date;
  denyAll: object;
}
