import { minioTools } from '../../../infra/minio/build-tools.ts';

/** Built once, before any test's clock runs. */
export default async function setup(): Promise<void> {
  await minioTools();
}
