export { hiddenEncodings } from './hidden-encodings.ts';
export { processorMs } from './processor-time.ts';
