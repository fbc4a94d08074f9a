import { bootstrapMinio } from './bootstrap.ts';

/** `bootstrap.ts` for a MinIO that runs already, configured by the environment as api and worker are. */
function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set`);
  return value;
}

await bootstrapMinio('mc', {
  endpoint: setting('S3_ENDPOINT'),
  region: setting('S3_REGION'),
  bucket: setting('S3_BUCKET'),
  root: { accessKeyId: setting('MINIO_ROOT_USER'), accessKeySecret: setting('MINIO_ROOT_PASSWORD') },
  platform: {
    accessKeyId: setting('PLATFORM_ACCESS_KEY_ID'),
    accessKeySecret: setting('PLATFORM_ACCESS_KEY_SECRET'),
  },
  hasWebhook: true,
  // The worker sets its rules itself at each start.
  lifecycle: [],
});
console.log('bucket, platform user, policy and webhook are in place');
