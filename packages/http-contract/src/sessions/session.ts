import { z } from 'zod';
import { type Permission, permissions, roles } from '../users/roles.ts';

/** `GET /v1/session`: whom the page is shown to. */
export const viewerSchema = z.object({
  /** `nobody` has to sign in before anything is shown. */
  role: z.enum(['nobody', 'anonymous', ...roles]),
  owner_id: z.string().optional(),
  /** Of the token that was signed in with. */
  label: z.string().optional(),
  /** What an owner may do. */
  scopes: z.array(z.string()).optional(),
  expires_at: z.string().optional(),
  /** Id of a named user. */
  user_id: z.string().optional(),
  /** Name of the OpenID provider, for who has not signed in. */
  sign_in_at: z.string().optional(),
  /** Rights of the role. */
  permissions: z.array(z.enum(Object.keys(permissions) as Permission[])).optional(),
  /** Of an owner. */
  owner_name: z.string().optional(),
  /** Of an admin: there are agents that no owner answers for. */
  has_agents: z.boolean().optional(),
});
export type Viewer = z.infer<typeof viewerSchema>;

/** `POST /v1/session`: a bearer token becomes a cookie that scripts cannot read. */
export const signInSchema = z.strictObject({ token: z.string().min(20).max(200) });

/** Of signing in and out. */
export const nothingSchema = z.null();
