export { hiddenEncodings } from './hidden-encodings.ts';
export { machineMs, processorMs } from './processor-time.ts';
