import { taskRoutes } from '@agent-home/http-contract';
import { changeTask, createTask, platformOwnerId } from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerTaskAdministration({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(taskRoutes.open),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 201,
        answer: await createTask(
          audited(platform, request, { action: 'task.create', target: 'tasks' }),
          request.body,
          platformOwnerId,
        ),
      })),
  });

  app.route({
    ...served(taskRoutes.act),
    handler: (request, reply) =>
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
  });
}
