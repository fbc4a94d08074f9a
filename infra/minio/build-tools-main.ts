import { minioTools } from './build-tools.ts';

/** Builds MinIO's server and client into the cache, so that no test waits for the compiler. */
console.log(await minioTools());
