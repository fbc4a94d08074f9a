import { tables } from '@agent-home/database';
import { sha256Hex, verificationCodes } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Platform } from '../platform.ts';
import { lineOfText } from '../shared/line-of-text.ts';

export const verificationFailuresSchema = z.object({
  failures: z
    .array(
      z.object({
        object_key: lineOfText(512),
        code: z.enum(verificationCodes),
        version: z.int().min(0).optional(),
        detail: z.string().max(500).optional(),
      }),
    )
    .min(1)
    .max(50),
});
export type VerificationFailures = z.infer<typeof verificationFailuresSchema>;

/** Records what an agent refused to trust; the same refusal again only counts. */
export async function reportVerificationFailures(
  platform: Platform,
  agentId: string,
  report: VerificationFailures,
): Promise<void> {
  const { verificationFailures } = tables;
  for (const { object_key: objectKey, code, version } of report.failures) {
    const id = sha256Hex(
      new TextEncoder().encode(JSON.stringify([agentId, objectKey, code, version ?? null])),
    );
    await platform.database
      .insert(verificationFailures)
      .values({ id, agentId, objectKey, code })
      .onConflictDoUpdate({
        target: verificationFailures.id,
        set: { count: sql`${verificationFailures.count} + 1`, lastSeenAt: platform.now() },
      });
    platform.metrics.verificationFailures.inc({ code });
    platform.log.warn({ agentId, objectKey, code }, 'an agent refused to trust an object');
  }
}
