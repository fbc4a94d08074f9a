import { createS3ObjectStore, type LifecycleRule } from '@agent-home/object-store';
import { Client, NotificationConfig, QueueConfig } from 'minio';
import { MinioAdministration } from './administration.ts';
import type { KeyPair } from './key-pair.ts';
import { platformPolicy } from './platform-policy.ts';

interface BootstrapSettings {
  endpoint: string;
  region: string;
  bucket: string;
  root: KeyPair;
  /** Credentials with which the platform signs; created or renewed. */
  platform: KeyPair;
  /** True if the server was started with the webhook `HOME`. */
  hasWebhook: boolean;
  lifecycle: LifecycleRule[];
}

/** The webhook that the server's environment calls HOME. */
const WEBHOOK_ARN = 'arn:minio:sqs::HOME:webhook';

/** Sets up a fresh MinIO as the store of a home. Idempotent. */
export async function bootstrapMinio(mc: string, settings: BootstrapSettings): Promise<void> {
  const { endpoint, region, bucket, root, platform, hasWebhook, lifecycle } = settings;
  const { hostname, port, protocol } = new URL(endpoint);
  const client = new Client({
    endPoint: hostname,
    ...(port !== '' && { port: Number(port) }),
    useSSL: protocol === 'https:',
    region,
    accessKey: root.accessKeyId,
    secretKey: root.accessKeySecret,
  });
  if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region);
  const administration = new MinioAdministration(mc, endpoint, root);
  await administration.putUser(platform, 'agent-home-platform', platformPolicy(bucket));
  if (hasWebhook) {
    const queue = new QueueConfig(WEBHOOK_ARN);
    queue.addEvent('s3:ObjectCreated:*');
    queue.addEvent('s3:ObjectRemoved:*');
    const notification = new NotificationConfig();
    notification.add(queue);
    await client.setBucketNotification(bucket, notification);
  }
  await createS3ObjectStore({ endpoint, region, bucket, credentials: platform }).putLifecycle(lifecycle);
}
