import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { lineOfText } from '../parts/line-of-text.ts';
import { getPage } from '../parts/paging.ts';

/** Possible scopes of an owner's token. */
export const ownerScopes = ['cards', 'keys', 'topics', 'withdrawal', 'approvals'] as const;
export type OwnerScope = (typeof ownerScopes)[number];

export const newTokenSchema = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('admin'),
    label: lineOfText(120),
    expires_at: z.iso.datetime().optional(),
  }),
  z.strictObject({
    role: z.literal('owner'),
    owner_id: idSchema,
    label: lineOfText(120),
    expires_at: z.iso.datetime().optional(),
    /** Scopes of the token; if absent, all scopes of an owner. */
    scopes: z.array(z.enum(ownerScopes)).min(1).max(ownerScopes.length).optional(),
  }),
]);

/** Holds the only copy of the token. */
export const newTokenAnswerSchema = z.object({ token_id: z.string(), token: z.string() });

export const tokenParamsSchema = z.object({ token_id: idSchema });
export const revokedTokenSchema = z.object({ token_id: z.string() });

/** `GET /v1/admin/tokens`: newest first. The tokens themselves are stored nowhere. */
export const officeTokenListSchema = getPage(
  z.object({
    token_id: z.string(),
    role: z.enum(['admin', 'owner']),
    owner_id: z.string().optional(),
    label: z.string(),
    /** Scopes of an owner's token. */
    scopes: z.array(z.string()).optional(),
    created_at: z.string(),
    expires_at: z.string().optional(),
    revoked_at: z.string().optional(),
    /** True if neither revoked nor expired. */
    live: z.boolean(),
  }),
);
export type OfficeTokenList = z.infer<typeof officeTokenListSchema>;
