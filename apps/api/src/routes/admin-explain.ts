import { explainGrant, explainMessage, grantRequestSchema } from '@agent-home/platform';
import { idSchema } from '@agent-home/protocol';
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

const messageQuestionSchema = z.object({ agent_id: idSchema, topic_id: idSchema, message_id: idSchema });

const messageExplanationSchema = z.object({
  agent_id: z.string(),
  topic_id: z.string(),
  message_id: z.string(),
  object_key: z.string(),
  outcome: z.enum(['not_written', 'waiting', 'sealed', 'accepted', 'ruled_out', 'rejected']),
  message: z.string(),
  sequence: z.int().optional(),
  judged_at: z.string().optional(),
  /** Any string: what an older ledger gave as a reason is told as well. */
  code: z.string().optional(),
  when_given: z.string().optional(),
  explanation: z.string().optional(),
  refusal: z.object({ field: z.string().optional(), detail: z.string() }).optional(),
  facts: z.record(z.string(), z.unknown()),
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
  app.get(
    '/v1/admin/explain/message',
    {
      schema: {
        summary: 'What became of an agent’s message, and why',
        querystring: messageQuestionSchema,
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
