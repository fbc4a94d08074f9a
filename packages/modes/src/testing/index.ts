/** For tests of packages that read ledgers: a topic's history, made as the platform makes it. */
export { testSecret } from './answer-facts.ts';
export { TestLedger } from './ledger.ts';
