/** Ledgers for tests of packages that read them, created like those of the platform. */
export { testSecret } from './topics/answer-facts.ts';
export { TestLedger } from './topics/ledger.ts';
