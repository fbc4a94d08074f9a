import { proposalRoutes } from '@agent-home/http-contract';
import { officeProposals, withNames } from '@agent-home/platform';
import type { Routes } from '../../routing/route-types.ts';

export function registerOfficeProposals({ app, context, served }: Routes): void {
  const { database } = context.platform;
  app.route({
    ...served(proposalRoutes.list),
    handler: async (request) => withNames(database, await officeProposals(database, request.query)),
  });
}
