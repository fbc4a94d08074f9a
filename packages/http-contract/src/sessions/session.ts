import { z } from 'zod';
import { type Permission, permissions, roles } from '../users/roles.ts';

/** `GET /v1/session`: viewer of the web UI. */
export const viewerSchema = z.object({
  /** Role of the viewer. The first value requires sign-in before any content is shown. */
  role: z.enum(['nobody', 'anonymous', ...roles]),
  owner_id: z.string().optional(),
  /** Label of the token of the session. */
  label: z.string().optional(),
  /** Scopes of an owner. */
  scopes: z.array(z.string()).optional(),
  expires_at: z.string().optional(),
  /** Id of a named user. */
  user_id: z.string().optional(),
  /** Name of the OpenID provider, for viewers who are not signed in. */
  sign_in_at: z.string().optional(),
  /** Rights of the role. */
  permissions: z.array(z.enum(Object.keys(permissions) as Permission[])).optional(),
  /** Name of an owner. */
  owner_name: z.string().optional(),
  /** For an admin: true if there are agents without an owner. */
  has_agents: z.boolean().optional(),
});
export type Viewer = z.infer<typeof viewerSchema>;

/** `POST /v1/session`: a bearer token becomes a cookie that scripts cannot read. */
export const signInSchema = z.strictObject({ token: z.string().min(20).max(200) });

/** Response to signing in and out. */
export const nothingSchema = z.null();
