import { AsyncLocalStorage } from 'node:async_hooks';

/** What store calls are made for, as metrics tell it, so that an operator sees what the sweep and others cost. */
export type StoreCause =
  | 'judge'
  | 'publish'
  | 'check'
  | 'sweep'
  | 'probe'
  | 'presence'
  | 'timestamp'
  | 'retention'
  | 'start'
  | 'other';

const causes = new AsyncLocalStorage<StoreCause>();

export function withCause<Result>(cause: StoreCause, work: () => Promise<Result>): Promise<Result> {
  return causes.run(cause, work);
}

export function currentCause(): StoreCause {
  return causes.getStore() ?? 'other';
}
