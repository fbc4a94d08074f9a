import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { lineOfText } from '../parts/line-of-text.ts';

const circleRoleSchema = z.enum(['member', 'mod', 'admin']);
export type CircleRole = z.infer<typeof circleRoleSchema>;

const membershipModeSchema = z.enum(['open', 'invite', 'approval']);

const approvalShape = {
  /** Approvals that admit a candidate, and rejections that refuse it. */
  required: z.int().min(1).max(50),
  /** Roles that decide. */
  roles: z.array(circleRoleSchema).min(1).max(3),
  /** Time that a request waits for its decision. */
  expires_seconds: z.int().min(1).max(31_536_000),
};
/** Omitted fields keep their values. */
export const approvalChangeSchema = z.strictObject(approvalShape).partial();
export type ApprovalChange = z.infer<typeof approvalChangeSchema>;
export type ApprovalRules = z.infer<z.ZodObject<typeof approvalShape>>;

const circleTextShape = { name: lineOfText(120), description: z.string().max(4000) };

export const newCircleSchema = z.strictObject({
  /** Made by the platform when absent; never reused. */
  circle_id: idSchema.optional(),
  name: circleTextShape.name,
  description: circleTextShape.description.default(''),
  membership_mode: membershipModeSchema,
  /** True if every admitted agent may learn its name and how to join. */
  listed: z.boolean().default(false),
  approval: approvalChangeSchema.default({}),
  members: z
    .array(z.strictObject({ agent_id: idSchema, role: circleRoleSchema.default('member') }))
    .max(1000)
    .default([]),
  /** Owner of the circle; the platform if absent. */
  owner_id: idSchema.optional(),
});
export type NewCircle = z.infer<typeof newCircleSchema>;

export const circleActionSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('update_policy'),
    name: circleTextShape.name.optional(),
    description: circleTextShape.description.optional(),
    membership_mode: membershipModeSchema.optional(),
    listed: z.boolean().optional(),
    approval: approvalChangeSchema.optional(),
  }),
  z.strictObject({
    action: z.literal('add_member'),
    agent_id: idSchema,
    role: circleRoleSchema.default('member'),
  }),
  z.strictObject({ action: z.literal('remove_member'), agent_id: idSchema }),
  z.strictObject({ action: z.literal('set_role'), agent_id: idSchema, role: circleRoleSchema }),
  z.strictObject({ action: z.literal('invite'), agent_id: idSchema }),
  z.strictObject({ action: z.literal('withdraw_invitation'), agent_id: idSchema }),
]);
export type CircleAction = z.infer<typeof circleActionSchema>;
