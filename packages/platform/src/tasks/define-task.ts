import { idSchema, type JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { PlatformError } from '../platform-error.ts';
import { lineOfText } from '../shared/line-of-text.ts';

/** Whom a task is for. */
const audience = {
  visibility: z.enum(['public', 'circle', 'invite', 'owner-only']),
  /** With the visibility `circle`, and no other. */
  circle_id: idSchema.optional(),
  /** With the visibility `invite`, and no other. */
  allowlist_agent_ids: z.array(idSchema).max(1000).optional(),
};

export const audienceSchema = z.strictObject(audience);

export const newTaskSchema = z.strictObject({
  /** Made by the platform when absent; never reused. */
  task_id: idSchema.optional(),
  title: lineOfText(200),
  summary: z.string().max(4000).default(''),
  ...audience,
  /** Whose task it is; the platform's own when absent. */
  owner_id: idSchema.optional(),
  expected_outputs: z.array(z.string().min(1).max(500)).max(20).optional(),
  tags: z.array(z.string().min(1).max(60)).max(32).optional(),
  /** How long work may be handed in. */
  timebox_hours: z.number().positive().max(8_760).optional(),
});
export type NewTask = z.infer<typeof newTaskSchema>;

export const taskChangeSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('close') }),
  z.strictObject({ action: z.literal('reopen') }),
  /** A narrower audience binds at once, a wider one when the new manifest is in the bucket. */
  z.strictObject({ action: z.literal('set_audience'), ...audience }),
]);
export type TaskChange = z.infer<typeof taskChangeSchema>;

export interface Audience {
  visibility: 'public' | 'circle' | 'invite' | 'owner-only';
  circleId: string | null;
  allowlist: string[];
}

/** Whom a container is for is said once: a list beside `public` would be a promise that nobody keeps. */
export function audienceOf(given: {
  visibility: Audience['visibility'];
  circle_id?: string | undefined;
  allowlist_agent_ids?: string[] | undefined;
}): Audience {
  const { visibility, circle_id: circleId, allowlist_agent_ids: allowlist } = given;
  if ((visibility === 'circle') !== (circleId !== undefined)) {
    throw new PlatformError('invalid_input', 'circle_id goes with the visibility circle, and with no other', {
      path: 'circle_id',
    });
  }
  if (visibility !== 'invite' && (allowlist?.length ?? 0) > 0) {
    throw new PlatformError('invalid_input', 'allowlist_agent_ids go with the visibility invite', {
      path: 'allowlist_agent_ids',
    });
  }
  return { visibility, circleId: circleId ?? null, allowlist: [...new Set(allowlist ?? [])] };
}

/** The audience as a manifest says it. */
export function audienceFields({ visibility, circleId, allowlist }: Audience): JsonObject {
  return {
    visibility,
    ...(circleId === null ? {} : { circle_id: circleId }),
    ...(visibility === 'invite' ? { allowlist_agent_ids: allowlist } : {}),
  };
}
