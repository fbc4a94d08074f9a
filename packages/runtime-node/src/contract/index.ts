export { toEntry } from './memory-entries.ts';
export { describeMemoryStore, type MemoryHarness } from './memory-store-contract.ts';
