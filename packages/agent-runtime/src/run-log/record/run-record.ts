import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { jsonObjectSchema } from '../catalogue/json-values.ts';

/** Members of a record; its type defines `data` (spec run-log "One chain a run"). */
export const runRecordSchema = z.strictObject({
  /** `<run_id>:<seq>`. */
  id: z.string().min(3).max(200),
  type: z.string().regex(/^[a-z_]+(\.[a-z_]+)+$/),
  /** Source: `agent-home/runtime/<agent>`. */
  source: z.string().min(1).max(200),
  /** RFC 3339 in UTC with milliseconds. */
  time: z.iso.datetime({ precision: 3 }),
  data: jsonObjectSchema,
  /** The run's id. */
  correlationId: z.string().min(1).max(128),
  /** `id` of the record that caused this one; absent in the first record. */
  causationId: z.string().min(3).max(200).exactOptional(),
  seq: z.int().min(0),
  /** sha256 of the RFC 8785 bytes of the record before, in hexadecimal; 64 zeros for the first record. */
  prev: z.string().regex(/^[0-9a-f]{64}$/),
});

/** One entry of a run's log. */
export interface RunRecord {
  id: string;
  type: string;
  source: string;
  time: string;
  data: JsonObject;
  correlationId: string;
  causationId?: string;
  seq: number;
  prev: string;
}

/** A record for followers of a run, without its chain position. */
export type FollowedRecord = Omit<RunRecord, 'prev'>;
