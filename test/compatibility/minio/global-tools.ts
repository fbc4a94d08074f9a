import { minioTools } from '../../../infra/minio/build-tools.ts';

/** Built once, before the timeout of any test starts. */
export default async function setup(): Promise<void> {
  await minioTools();
}
