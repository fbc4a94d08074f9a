import { z } from 'zod';
import { notEmptySchema, wholeNumber } from '../contracts/spec-fields.ts';
import { addressSchema, handleSchema, variableSchema } from './fields.ts';

/** Registration of this program at a server with OAuth. Without it a client is registered there, and users log in. */
const oauthSchema = z
  .strictObject({
    grant: z.enum(['authorization_code', 'client_credentials']).optional(),
    clientId: notEmptySchema.optional(),
    clientSecret: handleSchema.optional(),
    /** Authorization server that may receive the secret; an MCP server must not choose it. */
    issuer: addressSchema.optional(),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'has to be a scope without spaces'))
      .optional(),
    /** Port of the local redirect address; any free port if absent. */
    redirectPort: wholeNumber(1, 65_535).optional(),
  })
  .refine(
    ({ grant, clientId, clientSecret }) => grant !== 'client_credentials' || (clientId && clientSecret),
    'client_credentials needs clientId and clientSecret',
  )
  .refine(
    ({ clientId, clientSecret, issuer }) => !clientSecret || (clientId && issuer),
    'clientSecret needs clientId and issuer',
  );

/**
 * A server by its command or its address (S3-65, S3-131). `${NAME}` in `env` and `headers` is replaced when it is started, never before.
 */
export const mcpServerSchema = z
  .strictObject({
    /** Accepted as other programs write it; `command` or `url` determines the transport. */
    type: z.enum(['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse']).optional(),
    command: notEmptySchema.optional(),
    args: z.array(z.string()).optional(),
    env: z.record(variableSchema, z.string()).optional(),
    /** Folder in which the command starts. */
    cwd: notEmptySchema.optional(),
    url: addressSchema.optional(),
    /** Texts, with `vault://name` and `${NAME}` anywhere in them. */
    headers: z
      .record(
        z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'has to be the name of a header'),
        z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'has to be a header value on one line'),
      )
      .optional(),
    oauth: oauthSchema.optional(),
    autoStart: z.boolean().optional(),
    /** True if the server is ignored. */
    disabled: z.boolean().optional(),
    /** True if its tool descriptions are trusted and its tool results taint no run. */
    trusted: z.boolean().optional(),
    timeoutMs: wholeNumber(100, 3_600_000).optional(),
    /** Time limit for its start and the list of its tools. */
    startTimeoutMs: wholeNumber(100, 3_600_000).optional(),
  })
  .refine(
    ({ command, url, disabled }) => disabled === true || !command !== !url,
    'a server needs either command or url',
  )
  .refine(
    ({ command, args, env, cwd, url }) => command || !url || !(args || env || cwd),
    'args, env and cwd need command',
  )
  .refine(
    ({ url, command, headers, oauth }) => url || !command || !(headers || oauth),
    'headers and oauth need url',
  )
  .refine(
    ({ type, command, url }) => type === undefined || (type === 'stdio' ? !url : !command),
    'type stdio needs command; every other type needs url',
  );
export type McpServerSettings = z.output<typeof mcpServerSchema>;

/** Members of a server's entry; any other member is reported and ignored. */
export const mcpServerMembers: readonly string[] = Object.keys(mcpServerSchema.shape);
