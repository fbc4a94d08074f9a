import {
  actListSchema,
  actQuerySchema,
  explanationQuerySchema,
  explanationSchema,
  messageExplanationQuerySchema,
  messageExplanationSchema,
  officeAuditListSchema,
  officeAuditQuerySchema,
  officeReadersQuerySchema,
  officeReadersSchema,
} from '@agent-home/http-contract';
import {
  explainGrant,
  explainMessage,
  officeActs,
  officeAudit,
  officeReaders,
  withNames,
} from '@agent-home/platform';
import { grantRequestSchema } from '@agent-home/protocol';
import { ApiError } from '../../errors/api-error.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerExplanations({ app, context, authentication }: Routes): void {
  app.get(
    '/v1/admin/explain',
    {
      schema: {
        summary: 'Why an agent may or may not do something now; nothing is issued',
        querystring: explanationQuerySchema,
        response: { 200: explanationSchema },
      },
      preHandler: authentication.admin,
    },
    async (request) => {
      const { agent_id: agentId, ...asked } = request.query;
      const grant = grantRequestSchema.safeParse(asked);
      if (!grant.success) throw new ApiError('invalid_request', 'this grant names something else');
      return explainGrant(context.platform, agentId, grant.data);
    },
  );
  app.get(
    '/v1/admin/explain/message',
    {
      schema: {
        summary: 'What became of an agent’s message, and why',
        querystring: messageExplanationQuerySchema,
        response: { 200: messageExplanationSchema },
      },
      preHandler: authentication.admin,
    },
    async ({ query }) =>
      explainMessage(context.platform, {
        agentId: query.agent_id,
        topicId: query.topic_id,
        messageId: query.message_id,
      }),
  );
}

export function registerAudit({ app, context, authentication }: Routes): void {
  const { database } = context.platform;
  app.get(
    '/v1/admin/audit',
    {
      schema: {
        summary: 'Credentials that left the home, by agent, container and time',
        querystring: officeAuditQuerySchema,
        response: { 200: officeAuditListSchema },
      },
      preHandler: authentication.admin,
    },
    async (request) => withNames(database, await officeAudit(database, request.query)),
  );
}

/** Acts of administrators and owners. */
export function registerActs({ app, context, authentication }: Routes): void {
  app.get(
    '/v1/admin/audit/acts',
    {
      schema: {
        summary: 'Acts of administrators and owners, the newest first, with the hashes that chain them',
        querystring: actQuerySchema,
        response: { 200: actListSchema },
      },
      preHandler: authentication.admin,
    },
    (request) => officeActs(context.platform.database, request.query),
  );
}

export function registerReaders({ app, context, authentication }: Routes): void {
  const { platform } = context;
  app.get(
    '/v1/admin/audit/readers',
    {
      schema: {
        summary: 'Who held credentials for a place at some time, and when',
        querystring: officeReadersQuerySchema,
        response: { 200: officeReadersSchema },
      },
      preHandler: authentication.admin,
    },
    async (request) => withNames(platform.database, await officeReaders(platform, request.query)),
  );
}
