import type { Database, Executor } from '../../database/index.ts';
import { retryRolledBack } from '../resilience/retry-rolled-back.ts';

/**
 * Carries a value out of a transaction that is rolled back, since the driver rolls back only when something is thrown.
 */
class RolledBack<Value> extends Error {
  override readonly name = 'RolledBack';
  readonly value: Value;

  constructor(value: Value) {
    super('a transaction was rolled back on purpose');
    this.value = value;
  }
}

/**
 * Runs `work` in a transaction. Its result is committed, unless it calls `rollBack`: then the transaction is rolled back, and that
 * call's value is the result. A deadlock is retried.
 */
export async function transactionOr<Done, Undone>(
  database: Database,
  work: (transaction: Executor, rollBack: (value: Undone) => never) => Promise<Done>,
): Promise<Done | Undone> {
  let rolledBack: RolledBack<Undone> | undefined;
  const rollBack = (value: Undone): never => {
    rolledBack = new RolledBack(value);
    throw rolledBack;
  };
  try {
    return await retryRolledBack(() => database.transaction((transaction) => work(transaction, rollBack)));
  } catch (error) {
    if (rolledBack === undefined || error !== rolledBack) throw error;
    return rolledBack.value;
  }
}
