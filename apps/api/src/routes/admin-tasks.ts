import { newTaskSchema, taskChangeSchema } from '@agent-home/http-contract';
import { changeTask, createTask } from '@agent-home/platform';
import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { answerOnce } from '../idempotency.ts';
import { exposureSchema } from './exposure-schema.ts';
import type { Routes } from './route-types.ts';

const platformOwnerId = 'platform';

export function registerAdminTaskRoutes({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;

  app.post(
    '/v1/admin/tasks',
    {
      schema: {
        summary: 'Open a task',
        body: newTaskSchema,
        response: { 201: z.object({ task_id: z.string() }) },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 201,
        answer: await createTask(platform, request.body, platformOwnerId),
      })),
  );

  app.post(
    '/v1/admin/tasks/:task_id/actions',
    {
      schema: {
        summary: 'Close a task, open it again, or change whom it is for',
        params: z.object({ task_id: idSchema }),
        body: taskChangeSchema,
        response: {
          200: z.object({
            task_id: z.string(),
            policy_version: z.int(),
            exposed: z.array(exposureSchema),
          }),
        },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await changeTask(platform, request.params.task_id, request.body),
      })),
  );
}
