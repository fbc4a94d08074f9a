import { ossSampleCases } from './oss-samples.ts';
import { ramConditionCases } from './ram-conditions.ts';
import { ramElementCases } from './ram-elements.ts';
import { s3MinioCases } from './s3-minio.ts';
import type { VendorCase } from './vendor-case.ts';

export { refusedDocuments } from './refused-documents.ts';
export type { VendorCase } from './vendor-case.ts';

/** Test cases for the evaluator, from behaviour documented by others and not derived from our code. */
export const vendorCases: VendorCase[] = [
  ...ramElementCases,
  ...ramConditionCases,
  ...ossSampleCases,
  ...s3MinioCases,
];
