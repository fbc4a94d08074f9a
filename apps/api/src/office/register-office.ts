import {
  officeAgentListSchema,
  officeAgentQuerySchema,
  officeAuditListSchema,
  officeAuditQuerySchema,
  officeHealthSchema,
  officeKeysSchema,
  officeOwnerListSchema,
  officePageQuerySchema,
  officeProposalListSchema,
  officeProposalQuerySchema,
  officeTokenListSchema,
} from '@agent-home/http-contract';
import {
  officeAgents,
  officeAudit,
  officeKeys,
  officeOwners,
  officeProposals,
  officeTokens,
  openHealthReader,
  withNames,
} from '@agent-home/platform';
import type { Routes } from '../routes/route-types.ts';

/** What an admin looks at before deciding. Answers are held against their schemas: nothing else may leave by mistake. */
export function registerOffice({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const { database } = platform;
  const preHandler = authentication.admin;
  const readHealth = openHealthReader(platform);

  app.get(
    '/v1/admin/agents',
    {
      schema: {
        summary: 'Agents with what their owners wrote, by standing',
        querystring: officeAgentQuerySchema,
        response: { 200: officeAgentListSchema },
      },
      preHandler,
    },
    async (request) => withNames(database, await officeAgents(database, request.query)),
  );

  app.get(
    '/v1/admin/owners',
    {
      schema: {
        summary: 'Owners',
        querystring: officePageQuerySchema,
        response: { 200: officeOwnerListSchema },
      },
      preHandler,
    },
    (request) => officeOwners(platform, request.query),
  );

  app.get(
    '/v1/admin/tokens',
    {
      schema: {
        summary: 'Tokens and what they are good for, never what they are',
        querystring: officePageQuerySchema,
        response: { 200: officeTokenListSchema },
      },
      preHandler,
    },
    (request) => officeTokens(platform, request.query),
  );

  app.get(
    '/v1/admin/proposals',
    {
      schema: {
        summary: 'What agents proposed, and what became of it',
        querystring: officeProposalQuerySchema,
        response: { 200: officeProposalListSchema },
      },
      preHandler,
    },
    async (request) => withNames(database, await officeProposals(database, request.query)),
  );

  app.get(
    '/v1/admin/audit',
    {
      schema: {
        summary: 'Credentials that left the home, by agent, container and time',
        querystring: officeAuditQuerySchema,
        response: { 200: officeAuditListSchema },
      },
      preHandler,
    },
    async (request) => withNames(database, await officeAudit(database, request.query)),
  );

  app.get(
    '/v1/admin/keys',
    {
      schema: { summary: 'The platform’s keys, by fingerprint', response: { 200: officeKeysSchema } },
      preHandler,
    },
    () => officeKeys(database),
  );

  app.get(
    '/v1/admin/health',
    {
      schema: {
        summary: 'How the home is: what waits, what failed, what is left alone',
        response: { 200: officeHealthSchema },
      },
      preHandler,
    },
    () => readHealth(),
  );
}
