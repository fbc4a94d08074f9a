export type { FaultOrders } from './control/fault-orders.ts';
export type { Fault } from './faults/fault-schema.ts';
export type { JournalEntry } from './journal/journal.ts';
export { loadScripts, type Scripts, type ScriptText } from './scripts/load-scripts.ts';
export { ScriptError, type ScriptErrorCode } from './scripts/script-error.ts';
export type { ModelEmulator, ModelEmulatorOptions } from './server/options.ts';
export { startModelEmulator } from './server/start-model-emulator.ts';
