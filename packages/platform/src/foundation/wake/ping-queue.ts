import { sql } from 'drizzle-orm';
import { Redis } from 'ioredis';
import { connectDatabase } from '../../database/index.ts';

/** Makes one round trip to the queue. @throws the driver's error if there is no response */
export async function pingQueue(url: string): Promise<void> {
  if (url.startsWith('redis')) return pingRedis(url);
  const connection = connectDatabase(url, { maxConnections: 1 });
  try {
    await connection.database.execute(sql`select 1`);
  } finally {
    await connection.close();
  }
}

async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  // Without a listener an error would end the process; the promise below reports it as well.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}
