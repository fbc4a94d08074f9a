import { lineOfText, newOwnerSchema, newTopicSchema, ownerScopes } from '@agent-home/http-contract';
import {
  administerTopic,
  admitAgent,
  createOwner,
  createToken,
  createTopic,
  platformOwnerId,
  requestSummary,
  revokeToken,
} from '@agent-home/platform';
import { adminActionSchema, idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { answerOnce } from '../idempotency.ts';
import type { Routes } from './route-types.ts';

const topicSchema = z.object({
  topic_id: z.string(),
  mode: z.string(),
  mode_version: z.int(),
  rules: z.record(z.string(), z.unknown()),
});

export function registerAdminRoutes({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;

  app.post(
    '/v1/admin/agents/:agent_id/admission',
    {
      schema: {
        summary: 'Admit a registered agent',
        params: z.object({ agent_id: idSchema }),
        response: { 200: z.object({ agent_id: z.string(), standing: z.string() }) },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const agent = await admitAgent(platform, request.params.agent_id);
        return { status: 200, answer: { agent_id: agent.agentId, standing: agent.standing } };
      }),
  );

  app.post(
    '/v1/admin/owners',
    {
      schema: {
        summary: 'Record an owner',
        body: newOwnerSchema,
        response: { 201: z.object({ owner_id: z.string() }) },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const { ownerId } = await createOwner(platform, request.body);
        return { status: 201, answer: { owner_id: ownerId } };
      }),
  );

  app.post(
    '/v1/admin/tokens',
    {
      schema: {
        summary: 'Make a bearer token; this answer holds its only copy',
        body: z.discriminatedUnion('role', [
          z.strictObject({
            role: z.literal('admin'),
            label: lineOfText(120),
            expires_at: z.iso.datetime().optional(),
          }),
          z.strictObject({
            role: z.literal('owner'),
            owner_id: idSchema,
            label: lineOfText(120),
            expires_at: z.iso.datetime().optional(),
            /** What the token is good for; everything an owner may do where absent. */
            scopes: z.array(z.enum(ownerScopes)).min(1).max(ownerScopes.length).optional(),
          }),
        ]),
        response: { 201: z.object({ token_id: z.string(), token: z.string() }) },
      },
      preHandler,
    },
    async (request, reply) => {
      const { body } = request;
      const { tokenId, token } = await createToken(platform, {
        role: body.role,
        label: body.label,
        ...(body.role === 'owner' ? { ownerId: body.owner_id } : {}),
        ...(body.role === 'owner' && body.scopes ? { scopes: body.scopes } : {}),
        ...(body.expires_at === undefined ? {} : { expiresAt: new Date(body.expires_at) }),
      });
      return reply.code(201).header('cache-control', 'no-store').send({ token_id: tokenId, token });
    },
  );

  app.delete(
    '/v1/admin/tokens/:token_id',
    {
      schema: {
        summary: 'Revoke a token',
        params: z.object({ token_id: idSchema }),
        response: { 200: z.object({ token_id: z.string() }) },
      },
      preHandler,
    },
    async (request) => {
      await revokeToken(platform, request.params.token_id);
      return { token_id: request.params.token_id };
    },
  );

  app.post(
    '/v1/admin/topics',
    {
      schema: { summary: 'Open a topic', body: newTopicSchema, response: { 201: topicSchema } },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 201,
        answer: await createTopic(platform, request.body, platformOwnerId),
      })),
  );

  app.post(
    '/v1/admin/topics/:topic_id/actions',
    {
      schema: {
        summary: 'Close a topic or take an agent out of its turn order; recorded in the ledger',
        params: z.object({ topic_id: idSchema }),
        body: adminActionSchema,
        response: {
          200: z.object({ sequence: z.int(), outcome: z.string(), reason: z.string().optional() }),
        },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await administerTopic(platform, request.params.topic_id, request.body),
      })),
  );

  app.post(
    '/v1/admin/topics/:topic_id/summary',
    {
      schema: {
        summary: 'Have a new summary written and published',
        params: z.object({ topic_id: idSchema }),
        response: { 202: z.object({ topic_id: z.string() }) },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        await requestSummary(platform, request.params.topic_id);
        return { status: 202, answer: { topic_id: request.params.topic_id } };
      }),
  );
}
