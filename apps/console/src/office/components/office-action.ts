import type { Permission } from '@agent-home/http-contract';
import type { ReactNode } from 'react';
import type { Change } from '../../read/api.ts';
import type { Field } from './field.ts';
import type { Result } from './results.tsx';

/**
 * Office action on the item of a row. Its texts are `action.<id>`, `consequence.<id>` and `result.<id>` in the office’s texts. An
 * action that has fields or is irreversible opens a dialog first.
 */
export interface OfficeAction<Row> {
  id: string;
  fields?: readonly Field[] | ((row: Row) => readonly Field[]);
  /** Irreversible: the dialog says so, and Enter does not confirm it. */
  isIrreversible?: boolean;
  /** Reversible, but prompts first, since it interrupts other agents. */
  asks?: boolean;
  when?: (row: Row) => boolean;
  /** Permission of the route, required of viewers other than owners. */
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
