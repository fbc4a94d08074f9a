import { audienceShape } from '@agent-home/http-contract';
import type { JsonObject, Visibility } from '@agent-home/protocol';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { jsonParameter } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

export const audienceSchema = z.strictObject(audienceShape);

export type ParticipantsRule = 'keep' | 'leave_out';

export interface Audience {
  visibility: Visibility;
  circleId: string | null;
  allowlist: string[];
}

/**
 * Checks and completes an audience. An allowlist is rejected unless the visibility is `invite`, because it would have no effect.
 */
export function getAudience(given: {
  visibility: Audience['visibility'];
  circle_id?: string | undefined;
  allowlist_agent_ids?: string[] | undefined;
}): Audience {
  const { visibility, circle_id: circleId, allowlist_agent_ids: allowlist } = given;
  if ((visibility === 'circle') !== (circleId !== undefined)) {
    throw new PlatformError(
      'invalid_input',
      'circle_id is required for the visibility circle and not allowed for others',
      {
        path: 'circle_id',
      },
    );
  }
  if (visibility !== 'invite' && (allowlist?.length ?? 0) > 0) {
    throw new PlatformError(
      'invalid_input',
      'allowlist_agent_ids are allowed only for the visibility invite; remove them',
      {
        path: 'allowlist_agent_ids',
      },
    );
  }
  return { visibility, circleId: circleId ?? null, allowlist: [...new Set(allowlist ?? [])] };
}

/** Returns the audience in the form of a manifest. */
export function audienceFields({ visibility, circleId, allowlist }: Audience): JsonObject {
  return {
    visibility,
    ...(circleId === null ? {} : { circle_id: circleId }),
    ...(visibility === 'invite' ? { allowlist_agent_ids: allowlist } : {}),
  };
}

/** Returns the audience members of a manifest, unchanged. */
export function audienceOfManifest({ visibility, circle_id, allowlist_agent_ids }: JsonObject): JsonObject {
  return {
    ...(visibility === undefined ? {} : { visibility }),
    ...(circle_id === undefined ? {} : { circle_id }),
    ...(allowlist_agent_ids === undefined ? {} : { allowlist_agent_ids }),
  };
}

/** Returns a manifest without the fields of its audience. */
export function withoutAudience({
  visibility,
  circle_id,
  allowlist_agent_ids,
  ...rest
}: JsonObject): JsonObject {
  return rest as JsonObject;
}

/** Returns the condition that the agent is one of `uninvited`, or that `uninvited` is not given. */
export function isTakenOff(agentId: AnyPgColumn, uninvited: string[] | undefined): SQL {
  if (uninvited === undefined) return sql`true`;
  return sql`${agentId} in (select json_array_elements_text(${jsonParameter(uninvited)}::json))`;
}
