import type { Permission } from '@agent-home/http-contract';
import type { ReactNode } from 'react';
import type { Change } from '../../read/api.ts';
import type { Field } from './field.ts';
import type { Result } from './results.tsx';

/**
 * Something an office can do to what a row shows. Its words are `action.<id>`, `consequence.<id>` and `result.<id>` in the
 * office’s texts. With fields, or where it cannot be undone, a dialog comes first.
 */
export interface OfficeAction<Row> {
  id: string;
  fields?: readonly Field[] | ((row: Row) => readonly Field[]);
  /** Cannot be undone: the dialog says so, and the key that is nearest does nothing. */
  isIrreversible?: boolean;
  /** Reversible, but prompts first, since it interrupts other agents. */
  asks?: boolean;
  when?: (row: Row) => boolean;
  /** Permission of the route, for viewers who are no owners. */
  needs?: Permission;
  change: (row: Row, body: Record<string, unknown>) => Change;
}

/** Display of the target of an action: quoted in a dialog, named in a result. */
export interface Shown<Row> {
  quote: (row: Row) => ReactNode;
  result: (row: Row) => Omit<Result, 'id'>;
}

/** Returns the values that an action on a row needs. */
export function collectFields<Row>({ fields = [] }: OfficeAction<Row>, row: Row): readonly Field[] {
  return typeof fields === 'function' ? fields(row) : fields;
}
