import { AsyncLocalStorage } from 'node:async_hooks';

/** What a store call was made for: the sweep's share is what an operator sets and pays for. */
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
