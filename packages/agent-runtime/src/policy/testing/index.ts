export { hiddenEncodings } from './hidden-encodings.ts';
export { processorMs, referenceMs } from './processor-time.ts';
