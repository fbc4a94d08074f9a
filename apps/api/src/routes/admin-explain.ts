import { explainGrant } from '@agent-home/platform';
import { grantRequestSchema, idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import type { Routes } from './route-types.ts';

const explanationSchema = z.object({
  agent_id: z.string(),
  grant: z.looseObject({ type: z.string() }),
  at: z.string(),
  decision: z.enum(['allowed', 'denied']),
  code: z.string().optional(),
  message: z.string().optional(),
  facts: z.record(z.string(), z.unknown()),
  permissions: z.array(
    z.object({
      class: z.string(),
      action: z.string(),
      key: z.string().optional(),
      prefix: z.string().optional(),
      not_after: z.string().optional(),
    }),
  ),
  policies: z.array(z.object({ class: z.string(), document: z.unknown() })),
  would_change_it: z.string(),
});

const questionSchema = z.object({
  agent_id: idSchema,
  type: z.string().min(1).max(64),
  topic_id: idSchema.optional(),
  task_id: idSchema.optional(),
  circle_id: idSchema.optional(),
});

export function registerExplainRoutes({ app, context, authentication }: Routes): void {
  app.get(
    '/v1/admin/explain',
    {
      schema: {
        summary: 'Why an agent may or may not do something now; nothing is issued',
        querystring: questionSchema,
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
}
