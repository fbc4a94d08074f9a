import { ownerRoutes } from '@agent-home/http-contract';
import { createOwner, officeOwners } from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerNewOwners({ app, context, served }: Routes): void {
  const { platform } = context;
  app.route({
    ...served(ownerRoutes.create),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const { ownerId } = await createOwner(
          audited(platform, request, { action: 'owner.create', target: 'owners' }),
          request.body,
        );
        return { status: 201, answer: { owner_id: ownerId } };
      }),
  });
}

export function registerOfficeOwners({ app, context, served }: Routes): void {
  app.route({
    ...served(ownerRoutes.list),
    handler: (request) => officeOwners(context.platform, request.query),
  });
}
