import {
  newOwnerAnswerSchema,
  newOwnerSchema,
  officeOwnerListSchema,
  officeOwnerQuerySchema,
} from '@agent-home/http-contract';
import { createOwner, officeOwners } from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerNewOwners({ app, context, authentication }: Routes): void {
  const { platform } = context;
  app.post(
    '/v1/admin/owners',
    {
      schema: { summary: 'Record an owner', body: newOwnerSchema, response: { 201: newOwnerAnswerSchema } },
      preHandler: authentication.admin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const { ownerId } = await createOwner(
          audited(platform, request, { action: 'owner.create', target: 'owners' }),
          request.body,
        );
        return { status: 201, answer: { owner_id: ownerId } };
      }),
  );
}

export function registerOfficeOwners({ app, context, authentication }: Routes): void {
  app.get(
    '/v1/admin/owners',
    {
      schema: {
        summary: 'Owners',
        querystring: officeOwnerQuerySchema,
        response: { 200: officeOwnerListSchema },
      },
      preHandler: authentication.admin,
    },
    (request) => officeOwners(context.platform, request.query),
  );
}
