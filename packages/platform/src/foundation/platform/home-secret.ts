import { decodeBase64Url, encodeBase64Url } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from './platform.ts';

/** Returns the 32 random bytes of this name; the first process that needs them creates them. */
export async function homeSecret(platform: Platform, name: string): Promise<Uint8Array> {
  const { homeSecrets } = tables;
  await platform.database
    .insert(homeSecrets)
    .values({ name, value: encodeBase64Url(platform.randomBytes(32)) })
    .onConflictDoNothing();
  const [row] = await platform.database.select().from(homeSecrets).where(eq(homeSecrets.name, name));
  const secret = decodeBase64Url(row?.value ?? '');
  if (secret?.length !== 32) throw new Error(`the home's secret ${name} is not there`);
  return secret;
}
