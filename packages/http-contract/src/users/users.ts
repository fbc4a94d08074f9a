import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { momentText } from '../parts/words.ts';
import { roles } from './roles.ts';

const roleSchema = z.enum(roles);
/** Accepts an owner id for the role `owner` only, which requires one. */
const ofOwner = ({ role, owner_id: ownerId }: { role: string; owner_id?: string | undefined }) =>
  (role === 'owner') === (ownerId !== undefined);
const ofOwnerMessage = {
  message: 'owner_id is required for the role owner and not allowed for others',
  path: ['owner_id'],
};

export const userParamsSchema = z.object({ user_id: z.string().regex(/^user_[a-z0-9_-]{1,60}$/) });

/** `POST /v1/admin/users/{user_id}/actions`. */
export const userActionSchema = z.discriminatedUnion('action', [
  z
    .strictObject({ action: z.literal('set_role'), role: roleSchema, owner_id: idSchema.optional() })
    .refine(ofOwner, ofOwnerMessage),
  /** Ends all sessions of the user, who cannot sign in until it is enabled. */
  z.strictObject({ action: z.literal('disable') }),
  z.strictObject({ action: z.literal('enable') }),
]);
export type UserAction = z.infer<typeof userActionSchema>;

export const userSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  role: roleSchema,
  owner_id: z.string().optional(),
  issuer: z.string(),
  subject: z.string(),
  created_at: momentText,
  last_signed_in_at: momentText.optional(),
  disabled_at: momentText.optional(),
});
export type User = z.infer<typeof userSchema>;
/** `GET /v1/admin/users`: at most 500, by name. */
export const userListSchema = z.object({ items: z.array(userSchema) });

/** `POST /v1/admin/invitations`. */
export const newInvitationSchema = z
  .strictObject({
    role: roleSchema,
    owner_id: idSchema.optional(),
    /** Hours until it expires. */
    hours: z.int().min(1).max(720).default(72),
  })
  .refine(ofOwner, ofOwnerMessage);
export type NewInvitation = z.infer<typeof newInvitationSchema>;
export const newInvitationAnswerSchema = z.object({
  invitation_id: z.string(),
  /** Link's secret; the server keeps no copy of it. The web UI opens it at `/sign-in#invitation=…`. */
  secret: z.string(),
  expires_at: momentText,
});
export const invitationParamsSchema = z.object({
  invitation_id: z.string().regex(/^invitation_[a-z0-9_-]{1,60}$/),
});
export const invitationListSchema = z.object({
  items: z.array(
    z.object({
      invitation_id: z.string(),
      role: roleSchema,
      owner_id: z.string().optional(),
      created_at: momentText,
      expires_at: momentText,
      state: z.enum(['open', 'used', 'expired', 'revoked']),
      used_by: z.string().optional(),
    }),
  ),
});
export type InvitationList = z.infer<typeof invitationListSchema>;
export const revokedInvitationSchema = z.object({ invitation_id: z.string() });

export const sessionParamsSchema = z.object({ session_id: z.string().regex(/^[a-z0-9-]{1,60}$/) });
/** `GET /v1/sessions` and `GET /v1/admin/sessions`: browsers that are signed in, the newest first; at most 500. */
export const sessionListSchema = z.object({
  items: z.array(
    z.object({
      session_id: z.string(),
      /** Token or user that started the session. */
      principal: z.string(),
      name: z.string(),
      role: roleSchema,
      created_at: momentText,
      expires_at: momentText,
      is_own: z.boolean(),
    }),
  ),
});
export type SessionList = z.infer<typeof sessionListSchema>;
export const revokedSessionSchema = z.object({ session_id: z.string() });

/** `POST /v1/session/oidc`: begins to sign in at the configured OpenID provider. */
export const beginSignInSchema = z.strictObject({
  /** Secret of an invitation, for the first sign-in. */
  invitation: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .optional(),
  /** Path of this home to open afterwards. */
  back: z
    .string()
    .regex(/^\/[^/\\]|^\/$/)
    .max(500)
    .optional(),
});
export const begunSignInSchema = z.object({ url: z.string() });
/**
 * Parameters of the provider's redirect; all are checked against the begun sign-in. Providers add others (`authuser`, `hd`, `scope`), which
 * RFC 6749, 4.1.2 lets a client ignore.
 */
export const signInAnswerSchema = z.looseObject({
  code: z.string().max(4_000).optional(),
  state: z.string().max(500).optional(),
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
  error_description: z.string().max(2_000).optional(),
});
export const signedOutSchema = z.object({ url: z.string() });
