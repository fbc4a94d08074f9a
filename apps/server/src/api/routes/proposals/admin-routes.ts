import { officeProposalListSchema, officeProposalQuerySchema } from '@agent-home/http-contract';
import { officeProposals, withNames } from '@agent-home/platform';
import type { Routes } from '../../routing/route-types.ts';

export function registerOfficeProposals({ app, context, authentication }: Routes): void {
  const { database } = context.platform;
  app.get(
    '/v1/admin/proposals',
    {
      schema: {
        summary: 'What agents proposed, and what became of it',
        querystring: officeProposalQuerySchema,
        response: { 200: officeProposalListSchema },
      },
      preHandler: authentication.admin,
    },
    async (request) => withNames(database, await officeProposals(database, request.query)),
  );
}
