/** For tests of packages that read ledgers: a topic's history, made as the platform makes it. */
export { testSecret } from './topics/answer-facts.ts';
export { TestLedger } from './topics/ledger.ts';
