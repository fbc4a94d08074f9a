import { AsyncLocalStorage } from 'node:async_hooks';

/** Cause of store calls in metrics, which shows operators the cost of the sweep and of other work. */
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
