import { credentialEndpoints, requestTo } from '@agent-home/http-contract';
import { type AgentStore, createAgentStore } from '@agent-home/object-store/agent';
import { z } from 'zod';
import { KitError } from '../errors/kit-error.ts';
import type { Bucket } from './bucket.ts';
import type { KitAgent } from './kit-agent.ts';

// Parsed leniently: further fields of a response are checked separately, against the home's own schemas.
const grantSchema = z.looseObject({ type: z.string() });
const credentialSchema = z.looseObject({
  access_key_id: z.string(),
  access_key_secret: z.string(),
  security_token: z.string(),
  expiration: z.string(),
  grants: z.array(grantSchema),
  keys: z.array(z.looseObject({ key: z.string(), not_after: z.string().optional() })),
  prefixes: z.array(z.looseObject({ prefix: z.string(), action: z.string() })),
});
export type Credential = z.infer<typeof credentialSchema>;
const answerSchema = z.looseObject({
  store: z.looseObject({
    kind: z.enum(['aliyun', 's3']),
    endpoint: z.url(),
    region: z.string(),
    bucket: z.string(),
    path_style: z.boolean().optional(),
  }),
  heads: z.record(z.string(), z.looseObject({ version: z.int(), sha256: z.string() })),
  credentials: z.array(credentialSchema),
  denied: z.array(z.looseObject({ grant: grantSchema, code: z.string(), message: z.string() })),
});
export type CredentialAnswer = z.infer<typeof answerSchema>;

export interface AskedGrant {
  type: string;
  topic_id?: string;
}

/** @throws KitError if the response is unusable */
export async function askCredentials(
  agent: KitAgent,
  bucket: Bucket,
  grants: AskedGrant[],
): Promise<CredentialAnswer> {
  const answer = await agent.call(requestTo(credentialEndpoints.issue), { grants: grants as never });
  bucket.answered('http.credential_answer', answer);
  const parsed = answerSchema.safeParse(answer.json);
  if (!parsed.success)
    throw new KitError(
      'bad_answer',
      `credentials cannot be read at ${parsed.error.issues[0]?.path.join('.')}`,
    );
  bucket.told(parsed.data.heads);
  return parsed.data;
}

/** Creates a store client that uses only this credential, without retries. */
export function createStore({ store }: CredentialAnswer, credential: Credential): AgentStore {
  const { kind, endpoint, region, bucket, path_style: pathStyle } = store;
  return createAgentStore({
    kind,
    endpoint,
    region,
    bucket,
    ...(pathStyle === undefined ? {} : { pathStyle }),
    credentials: {
      accessKeyId: credential.access_key_id,
      accessKeySecret: credential.access_key_secret,
      securityToken: credential.security_token,
    },
    retry: { attempts: 1 },
  });
}

/** Returns a store opened by this one grant, or the code of its denial. */
export async function askStore(
  agent: KitAgent,
  bucket: Bucket,
  grant: AskedGrant,
): Promise<{ store: AgentStore; credential: Credential } | { denied: string; message: string }> {
  const answer = await askCredentials(agent, bucket, [grant]);
  const [credential] = answer.credentials;
  if (credential) return { store: createStore(answer, credential), credential };
  const [denial] = answer.denied;
  return { denied: denial?.code ?? 'nothing', message: denial?.message ?? '' };
}
