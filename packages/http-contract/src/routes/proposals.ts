import { proposalEndpoints } from '../endpoints/endpoints.ts';
import { officeProposalListSchema, officeProposalQuerySchema } from '../proposals/proposals.ts';
import { defineRoute } from './define-route.ts';

export const proposalRoutes = {
  list: defineRoute(proposalEndpoints.list, {
    access: ['office.read'],
    summary: 'List proposals of agents with their decisions',
    query: officeProposalQuerySchema,
    responses: { 200: officeProposalListSchema },
  }),
};
