import { listTopics, myStanding } from '@agent-home/platform';
import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { requestingAgent } from '../auth/requesting-agent.ts';
import type { Routes } from './route-types.ts';

const amount = z.object({ bytes: z.int(), objects: z.int() });
const usage = z.object({ used: amount, allowed: amount });

const standingSchema = z.object({
  agent_id: z.string(),
  standing: z.string(),
  owner_id: z.string().nullable(),
  card: z.object({ object_key: z.string(), version: z.int(), published: z.boolean() }),
  quota: z.object({
    agent: usage,
    owner: usage.optional(),
    exceeded: z.boolean(),
    artifact_bytes: z.int(),
  }),
  heartbeat: z.object({ object_key: z.string(), interval_seconds: z.number(), online_seconds: z.number() }),
});

const topicListSchema = z.object({
  topics: z.array(
    z.object({
      topic_id: z.string(),
      title: z.string(),
      visibility: z.string(),
      mode: z.string(),
      mode_version: z.int(),
      status: z.string(),
      read_scope: z.string(),
      ledger_sequence: z.int(),
      may: z.object({ read: z.literal(true), message: z.string(), request: z.string() }),
    }),
  ),
  next: z.string().optional(),
});

export function registerTopicRoutes({ app, context, authentication }: Routes): void {
  const { platform } = context;

  app.get(
    '/v1/me',
    {
      schema: { summary: 'My standing', response: { 200: standingSchema } },
      preHandler: authentication.agent,
    },
    async (request) => myStanding(platform, requestingAgent(request)),
  );

  app.get(
    '/v1/topics',
    {
      schema: {
        summary: 'Topics I may enter, and what I may do there now',
        querystring: z.object({
          after: idSchema.optional(),
          limit: z.coerce.number().int().min(1).max(200).default(50),
        }),
        response: { 200: topicListSchema },
      },
      preHandler: authentication.agent,
    },
    async (request) => listTopics(platform.database, requestingAgent(request), request.query, platform.now()),
  );
}
