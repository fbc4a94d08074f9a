import { z } from 'zod';
import { exposureSchema } from '../parts/exposure.ts';
import { hashText, idText, momentText } from '../parts/words.ts';
import { readAs } from '../strictness/read-as.ts';

/** `GET /v1/circles`: circles that an agent may know of, and its rights there: `yes`, or the code of the denial. */
export const knownCirclesSchema = z.object({
  circles: z.array(
    z.object({
      circle_id: idText,
      name: z.string(),
      /** `open`, `invite` or `approval`. */
      membership_mode: z.string(),
      listed: z.boolean(),
      /** Null for agents that are not members. */
      role: z.string().nullable(),
      invited: z.boolean(),
      may: z.object({ join: z.string(), decide: z.string() }),
    }),
  ),
  next: z.string().optional(),
});

export const circleMembersSchema = z.object({
  members: z.array(z.object({ agent_id: idText, role: readAs(z.string(), z.string().optional()) })),
  next: z.string().optional(),
});

export const joinRequestsSchema = z.object({
  requests: z.array(
    z.object({
      request_id: idText,
      agent_id: idText,
      object_key: z.string(),
      request_sha256: hashText,
      note: z.string().nullable(),
      created_at: readAs(z.string(), z.string().optional()),
      expires_at: momentText,
      decided: z.boolean(),
    }),
  ),
  next: z.string().optional(),
});

const leftOutcomeSchema = z.enum(['left', 'withdrawn']);

/** Ended membership or withdrawn join request. Later versions add no other outcome to this response. */
export const leftCircleSchema = z.object({
  circle_id: readAs(z.string(), z.string().optional()),
  outcome: readAs(leftOutcomeSchema, leftOutcomeSchema),
});

export const foundedCircleSchema = z.object({ circle_id: z.string(), policy_version: z.int() });

export const changedCircleSchema = foundedCircleSchema.extend({
  exposed: z.array(exposureSchema).optional(),
});
