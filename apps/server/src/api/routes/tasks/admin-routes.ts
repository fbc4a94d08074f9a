import {
  changedTaskSchema,
  newTaskSchema,
  openedTaskSchema,
  taskChangeSchema,
  taskParamsSchema,
} from '@agent-home/http-contract';
import { changeTask, createTask, platformOwnerId } from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerTaskAdministration({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;

  app.post(
    '/v1/admin/tasks',
    {
      schema: {
        summary: 'Open a task',
        body: newTaskSchema,
        response: { 201: openedTaskSchema },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 201,
        answer: await createTask(
          audited(platform, request, { action: 'task.create', target: 'tasks' }),
          request.body,
          platformOwnerId,
        ),
      })),
  );

  app.post(
    '/v1/admin/tasks/:task_id/actions',
    {
      schema: {
        summary: 'Close a task, open it again, or change whom it is for',
        params: taskParamsSchema,
        body: taskChangeSchema,
        response: { 200: changedTaskSchema },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await changeTask(
          audited(platform, request, {
            action: `task.${request.body.action}`,
            target: `tasks/${request.params.task_id}`,
          }),
          request.params.task_id,
          request.body,
        ),
      })),
  );
}
