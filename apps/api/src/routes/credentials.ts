import {
  credentialRequestSchema,
  storeDescriptionSchema,
  verificationFailuresSchema,
} from '@agent-home/http-contract';
import { issueCredentials, reportVerificationFailures } from '@agent-home/platform';
import { z } from 'zod';
import { requestingAgent } from '../auth/requesting-agent.ts';
import type { Routes } from './route-types.ts';

const grantSchema = z.looseObject({ type: z.string() });

const credentialAnswerSchema = z.object({
  store: storeDescriptionSchema,
  heads: z.record(z.string(), z.object({ version: z.int(), sha256: z.string() })),
  credentials: z.array(
    z.object({
      access_key_id: z.string(),
      access_key_secret: z.string(),
      security_token: z.string(),
      expiration: z.string(),
      grants: z.array(grantSchema),
      keys: z.array(z.object({ key: z.string(), not_after: z.string().optional() })),
      prefixes: z.array(z.object({ prefix: z.string(), action: z.enum(['get', 'list', 'put']) })),
    }),
  ),
  denied: z.array(z.object({ grant: grantSchema, code: z.string(), message: z.string() })),
});

export function registerCredentialRoutes({ app, context, authentication }: Routes): void {
  const { platform, credentialDesk } = context;

  app.post(
    '/v1/credentials',
    {
      schema: {
        summary: 'Temporary credentials for exactly what I may do now',
        body: credentialRequestSchema,
        response: { 200: credentialAnswerSchema },
      },
      preHandler: authentication.agent,
    },
    async (request, reply) => {
      // Secrets: no proxy and no client may keep this answer.
      reply.header('cache-control', 'no-store');
      return issueCredentials(platform, credentialDesk, requestingAgent(request), request.body);
    },
  );

  app.post(
    '/v1/verification-failures',
    {
      schema: {
        summary: 'What I refused to trust',
        body: verificationFailuresSchema,
        response: { 202: z.object({ received: z.int() }) },
      },
      preHandler: authentication.agent,
    },
    async (request, reply) => {
      await reportVerificationFailures(platform, requestingAgent(request), request.body);
      return reply.code(202).send({ received: request.body.failures.length });
    },
  );
}
