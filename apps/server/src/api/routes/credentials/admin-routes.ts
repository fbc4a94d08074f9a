import { credentialRoutes, operationsRoutes } from '@agent-home/http-contract';
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

export function registerExplanations({ app, context, served }: Routes): void {
  app.route({
    ...served(credentialRoutes.explain),
    handler: async (request) => {
      const { agent_id: agentId, ...asked } = request.query;
      const grant = grantRequestSchema.safeParse(asked);
      if (!grant.success)
        throw new ApiError('invalid_request', 'the grant does not fit the id in the path; check both');
      return explainGrant(context.platform, agentId, grant.data);
    },
  });
  app.route({
    ...served(credentialRoutes.explainMessage),
    handler: async ({ query }) =>
      explainMessage(context.platform, {
        agentId: query.agent_id,
        topicId: query.topic_id,
        messageId: query.message_id,
      }),
  });
}

export function registerAudit({ app, context, served }: Routes): void {
  const { database } = context.platform;
  app.route({
    ...served(credentialRoutes.audit),
    handler: async (request) => withNames(database, await officeAudit(database, request.query)),
  });
}

/** Acts of administrators and owners. */
export function registerActs({ app, context, served }: Routes): void {
  app.route({
    ...served(operationsRoutes.listActs),
    handler: (request) => officeActs(context.platform.database, request.query),
  });
}

export function registerReaders({ app, context, served }: Routes): void {
  const { platform } = context;
  app.route({
    ...served(credentialRoutes.auditReaders),
    handler: async (request) => withNames(platform.database, await officeReaders(platform, request.query)),
  });
}
