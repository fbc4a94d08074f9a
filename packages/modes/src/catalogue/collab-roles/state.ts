import { z } from 'zod';
import { closedReasonSchema } from '../../shared/ending.ts';

const roleStateSchema = z.strictObject({
  role_id: z.string(),
  /** Null while the role is open, or if its agent left after finishing it. */
  agent_id: z.string().nullable(),
  status: z.enum(['open', 'claimed', 'posted', 'done']),
  /** Key from `role_done`. */
  object_key: z.string().nullable(),
});

export type RoleState = z.infer<typeof roleStateSchema>;

const deliverableSchema = z.strictObject({
  object_key: z.string(),
  /** Agent that submitted it; null for the platform. */
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
  /** Outcome; `average` is null without votes. */
  review: z.strictObject({ votes: z.int().min(0), average: z.number().min(1).max(10).nullable() }).nullable(),
  /** Key of the platform's summary of this topic; set from the first claim. */
  summary_object_key: z.string().nullable(),
});

export type State = z.infer<typeof stateSchema>;

/** Members that a state of any version of this mode has. */
export type WithRoles = Pick<State, 'roles'>;

/** Returns the role that an agent holds. */
export function findRole({ roles }: WithRoles, agentId: string): RoleState | undefined {
  return roles.find((role) => role.agent_id === agentId);
}

export function withRole<Roles extends WithRoles>(state: Roles, changed: RoleState): Roles {
  return { ...state, roles: state.roles.map((role) => (role.role_id === changed.role_id ? changed : role)) };
}
