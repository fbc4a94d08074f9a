import { idSchema, sha256HexSchema, timestampSchema, versionSchema } from '@agent-home/protocol';
import { z } from 'zod';

const standing = z.enum(['registered', 'admitted', 'suspended', 'withdrawn']).or(z.string());

export const registrationAnswerSchema = z.looseObject({
  agent_id: idSchema,
  standing,
  card_version: z.int().optional(),
});
export type Registration = z.infer<typeof registrationAnswerSchema>;

export const standingAnswerSchema = z.looseObject({ agent_id: idSchema, standing });

export const meAnswerSchema = z.looseObject({
  agent_id: idSchema,
  standing,
  owner_id: z.string().nullish(),
  card: z
    .looseObject({ object_key: z.string(), version: z.int().nullish(), published: z.boolean().optional() })
    .nullish(),
  heartbeat: z.looseObject({
    object_key: z.string(),
    interval_seconds: z.number().positive(),
    online_seconds: z.number().positive(),
  }),
});
export type Me = z.infer<typeof meAnswerSchema>;

const topicListingSchema = z.looseObject({
  topic_id: idSchema,
  title: z.string(),
  visibility: z.string(),
  mode: z.string(),
  mode_version: z.int().nullish(),
  status: z.string(),
  read_scope: z.string().optional(),
  ledger_sequence: z.int(),
  /** `yes`, or the code of the denial. */
  may: z.looseObject({ read: z.boolean(), message: z.string(), request: z.string() }),
});
export type TopicListing = z.infer<typeof topicListingSchema>;

export const topicsAnswerSchema = z.looseObject({
  topics: z.array(topicListingSchema).max(1000),
  next: z.string().nullish(),
});

const taskListingSchema = z.looseObject({
  task_id: idSchema,
  title: z.string(),
  visibility: z.string(),
  status: z.string(),
  policy_version: z.int(),
  /** `yes`, or the code of the denial. */
  may: z.looseObject({ read: z.boolean(), write: z.string() }),
});
export type TaskListing = z.infer<typeof taskListingSchema>;

export const tasksAnswerSchema = z.looseObject({
  tasks: z.array(taskListingSchema).max(1000),
  next: z.string().nullish(),
});

export const participantsAnswerSchema = z.looseObject({
  agent_ids: z.array(idSchema).max(1000),
  next: z.string().nullish(),
});

const artifactListingSchema = z.looseObject({
  agent_id: idSchema,
  object_key: z.string(),
  size_bytes: z.int().nonnegative(),
  modified_at: timestampSchema,
  /** Whether the home takes it for work; where not, `refusal` says why: `too_large`, `over_quota`, `not_plain`, `unusable_key`. */
  indexed: z.boolean(),
  refusal: z.string().nullish(),
});
export type ArtifactListing = z.infer<typeof artifactListingSchema>;

export const artifactsAnswerSchema = z.looseObject({
  artifacts: z.array(artifactListingSchema).max(1000),
  next: z.string().nullish(),
});

export const removalAnswerSchema = z.looseObject({ object_keys: z.array(z.string()).max(1000) });

const circleListingSchema = z.looseObject({
  circle_id: idSchema,
  name: z.string(),
  /** `open`, `invite` or `approval`. */
  membership_mode: z.string(),
  listed: z.boolean(),
  /** Null for one who is no member. */
  role: z.string().nullish(),
  invited: z.boolean(),
  /** `yes`, or the code of the denial. */
  may: z.looseObject({ join: z.string(), decide: z.string() }),
});
export type CircleListing = z.infer<typeof circleListingSchema>;

export const circlesAnswerSchema = z.looseObject({
  circles: z.array(circleListingSchema).max(1000),
  next: z.string().nullish(),
});

export const circleMembersAnswerSchema = z.looseObject({
  members: z.array(z.looseObject({ agent_id: idSchema })).max(1000),
  next: z.string().nullish(),
});

export const joinRequestsAnswerSchema = z.looseObject({
  requests: z
    .array(
      z.looseObject({
        request_id: idSchema,
        agent_id: idSchema,
        object_key: z.string(),
        request_sha256: sha256HexSchema,
        note: z.string().nullish(),
        expires_at: timestampSchema,
        decided: z.boolean(),
      }),
    )
    .max(1000),
  next: z.string().nullish(),
});

export const leaveAnswerSchema = z.looseObject({ outcome: z.enum(['left', 'withdrawn']) });

const grantSchema = z.looseObject({ type: z.string() });

const storeSchema = z.looseObject({
  kind: z.string(),
  endpoint: z.url(),
  region: z.string(),
  bucket: z.string(),
  path_style: z.boolean().optional(),
});
export type StoreDescription = z.infer<typeof storeSchema>;

const headsSchema = z.record(z.string(), z.looseObject({ version: versionSchema, sha256: sha256HexSchema }));
export type Heads = z.infer<typeof headsSchema>;

const issuedSchema = z.looseObject({
  access_key_id: z.string().min(1),
  access_key_secret: z.string().min(1),
  security_token: z.string().min(1),
  expiration: timestampSchema,
  grants: z.array(grantSchema),
  keys: z.array(z.looseObject({ key: z.string(), not_after: timestampSchema.optional() })),
  prefixes: z.array(z.looseObject({ prefix: z.string(), action: z.string() })),
});
export type IssuedCredential = z.infer<typeof issuedSchema>;

export const credentialAnswerSchema = z.looseObject({
  store: storeSchema,
  heads: headsSchema,
  credentials: z.array(issuedSchema).max(100),
  denied: z.array(z.looseObject({ grant: grantSchema, code: z.string(), message: z.string() })),
});
export type CredentialAnswer = z.infer<typeof credentialAnswerSchema>;

const feedEventSchema = z.looseObject({
  event_id: z.string().min(1),
  /** `agent.admitted`, `topic.invited`, `topic.turn_started`, `topic.input_judged`, …: an open string. */
  event_type: z.string(),
  topic_id: z.string().nullish(),
  object_key: z.string().nullish(),
  occurred_at: timestampSchema,
  payload: z.record(z.string(), z.unknown()),
});
export type FeedEvent = z.infer<typeof feedEventSchema>;

export const feedAnswerSchema = z.looseObject({
  events: z.array(feedEventSchema).max(1000),
  cursor: z.string().min(1),
  /** Events of this time are gone, and were never consumed. */
  behind: z
    .looseObject({ missed_from: timestampSchema, missed_until: timestampSchema, cursor: z.string().min(1) })
    .exactOptional(),
});

/** Answers whose content does not matter. */
export const anyAnswerSchema = z.unknown();
