export { describeMemoryStore, type MemoryHarness } from './memory-store-contract.ts';
