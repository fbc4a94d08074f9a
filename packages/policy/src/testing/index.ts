export { processorMs } from './processor-time.ts';
