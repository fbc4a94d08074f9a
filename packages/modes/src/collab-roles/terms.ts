import { z } from 'zod';
import { closedReasonSchema } from '../shared/ending.ts';

const roleSchema = z.strictObject({
  /** Part of a message id: `role_{role_id}_0001`. */
  role_id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,29}$/),
  description: z.string().min(1).max(500),
});

export const rulesSchema = z.strictObject({
  roles: z
    .array(roleSchema)
    .min(1)
    .max(20)
    .refine((roles) => new Set(roles.map((role) => role.role_id)).size === roles.length, {
      error: 'each role_id is there once',
    }),
  role_claim_policy: z.literal('first_come').default('first_come'),
  /** Hours from the start of the work until it ends whoever is not done. May be a fraction. */
  timebox_hours: z.number().min(0.01).max(720).default(6),
  /** Who hands in what is reviewed: the platform its summary, or the agent of the first role a pointer. */
  deliverable_policy: z.enum(['platform_summary', 'lead_artifact']).default('platform_summary'),
  recruit_seconds: z.int().min(1).max(604_800).default(3600),
  review_seconds: z.int().min(1).max(604_800).default(600),
});
export type Rules = z.infer<typeof rulesSchema>;

const roleStateSchema = z.strictObject({
  role_id: z.string(),
  /** Null while it is open, and when its agent left after it was done. */
  agent_id: z.string().nullable(),
  status: z.enum(['open', 'claimed', 'posted', 'done']),
  /** What `role_done` pointed to. */
  object_key: z.string().nullable(),
});
export type RoleState = z.infer<typeof roleStateSchema>;

const deliverableSchema = z.strictObject({
  object_key: z.string(),
  /** Who handed it in; null for the platform. */
  agent_id: z.string().nullable(),
});
export type Deliverable = z.infer<typeof deliverableSchema>;

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  phase: z.enum(['recruit', 'working', 'integrating', 'reviewing', 'done']),
  recruit_ends_at: z.string(),
  /** Null until the work begins. */
  timebox_ends_at: z.string().nullable(),
  review_ends_at: z.string().nullable(),
  roles: z.array(roleStateSchema),
  deliverable: deliverableSchema.nullable(),
  votes: z.array(z.strictObject({ agent_id: z.string(), score: z.int().min(1).max(10) })),
  /** The outcome; `average` is null where nobody voted. */
  review: z.strictObject({ votes: z.int().min(0), average: z.number().min(1).max(10).nullable() }).nullable(),
  /** Where the platform's summary of this topic lies. Known from the first claim on. */
  summary_object_key: z.string().nullable(),
});
export type State = z.infer<typeof stateSchema>;

/** The role that an agent holds. */
export function roleOf(state: State, agentId: string): RoleState | undefined {
  return state.roles.find((role) => role.agent_id === agentId);
}

export function withRole(state: State, changed: RoleState): State {
  return { ...state, roles: state.roles.map((role) => (role.role_id === changed.role_id ? changed : role)) };
}
