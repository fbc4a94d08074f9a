import { policyEndpoints } from '../endpoints/endpoints.ts';
import { homePoliciesSchema, policyListSchema, shownHomePoliciesSchema } from '../policies/policies.ts';
import { defineRoute } from './define-route.ts';

export const policyRoutes = {
  showHome: defineRoute(policyEndpoints.showHome, {
    access: ['office.read'],
    summary: 'List the policies that are bound to all agents',
    responses: { 200: shownHomePoliciesSchema },
  }),
  bindHome: defineRoute(policyEndpoints.bindHome, {
    access: ['agents'],
    summary: 'Set the policies that narrow the runs of all agents, present and later ones',
    body: policyListSchema,
    responses: { 200: homePoliciesSchema },
    isDoneOnce: true,
  }),
};
