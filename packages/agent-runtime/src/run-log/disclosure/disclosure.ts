import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { z } from 'zod';
import { DisclosureError } from './disclosure-error.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Log of a run as a file for a reader, whole or up to a record. Each part is verified by the reader. */
export const runDisclosureSchema = z.strictObject({
  kind: z.literal('run_disclosure'),
  schema_version: z.literal(1),
  run_id: z.string().min(1).max(128),
  /** Records as the run wrote them, in order from the first. */
  records: z.array(z.string()).min(1),
  /** Texts that these records refer to, by SHA-256. */
  values: z.record(sha256, z.string()),
  /** Text of the home's `platform/keys.json`, by which a message of the run is verified. */
  platform_keys: z.string().exactOptional(),
});
export type RunDisclosure = z.infer<typeof runDisclosureSchema>;

/** @throws DisclosureError `not_a_disclosure` */
export function parseDisclosure(text: string): RunDisclosure {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DisclosureError('not_a_disclosure', 'the file is not JSON: pass a file of runs export');
  }
  const parsed = runDisclosureSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DisclosureError(
    'not_a_disclosure',
    `${issue?.path.join('.') || 'the file'}: ${issue?.message}: pass a file of runs export`,
  );
}

/**
 * Returns the verified log of a run as a file for a reader.
 * @param value returns the text that a record refers to, by its SHA-256
 */
export function createDisclosure({
  runId,
  records,
  value,
  platformKeys,
}: {
  runId: string;
  records: readonly string[];
  value(sha256: string): string | undefined;
  platformKeys?: string | undefined;
}): RunDisclosure {
  const values: Record<string, string> = {};
  const pending = records.map((text): JsonValue => JSON.parse(text));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const { $beside: hash, form } = next as JsonObject;
    const found = typeof hash === 'string' && !Object.hasOwn(values, hash) ? value(hash) : undefined;
    if (typeof hash === 'string' && found !== undefined) {
      values[hash] = found;
      // A JSON value may refer to further values.
      if (form === 'json') pending.push(JSON.parse(found));
    }
    pending.push(...Object.values(next));
  }
  return {
    kind: 'run_disclosure',
    schema_version: 1,
    run_id: runId,
    records: [...records],
    values,
    ...(platformKeys === undefined ? {} : { platform_keys: platformKeys }),
  };
}
