import {
  agentApprovalParamsSchema,
  approvalDecisionSchema,
  approvalListSchema,
  approvalParamsSchema,
  approvalQuerySchema,
  approvalRequestSchema,
  approverRulesSchema,
  requestedApprovalSchema,
  shownApprovalSchema,
} from '../approvals/approvals.ts';
import { approvalEndpoints } from '../endpoints/endpoints.ts';
import { agentParamsSchema } from '../parts/parameters.ts';
import { defineRoute } from './define-route.ts';

export const approvalRoutes = {
  request: defineRoute(approvalEndpoints.request, {
    access: 'agent',
    summary: 'Request an approval of one call of a run; a repeat changes nothing',
    body: approvalRequestSchema,
    responses: { 200: requestedApprovalSchema, 201: requestedApprovalSchema },
  }),
  withdraw: defineRoute(approvalEndpoints.withdraw, {
    access: 'agent',
    summary: 'Withdraw a request for an approval that is answered elsewhere',
    params: approvalParamsSchema,
    responses: { 200: requestedApprovalSchema },
  }),
  list: defineRoute(approvalEndpoints.list, {
    access: ['office.read', 'own'],
    summary: 'List approvals of runs, newest first: an owner sees those of its agents',
    query: approvalQuerySchema,
    responses: { 200: approvalListSchema },
  }),
  decide: defineRoute(approvalEndpoints.decide, {
    access: ['moderation', 'own'],
    summary: 'Approve or deny one call of a run; the platform certifies the decision',
    params: agentApprovalParamsSchema,
    body: approvalDecisionSchema,
    responses: { 200: shownApprovalSchema },
    isDoneOnce: true,
  }),
  showRules: defineRoute(approvalEndpoints.showRules, {
    access: ['office.read', 'own'],
    summary: 'Get the rules of an agent about its approvers',
    params: agentParamsSchema,
    responses: { 200: approverRulesSchema },
  }),
  changeRules: defineRoute(approvalEndpoints.changeRules, {
    access: ['agents', 'own'],
    summary: 'Set the rules of an agent about its approvers; only its owner may',
    params: agentParamsSchema,
    body: approverRulesSchema,
    responses: { 200: approverRulesSchema },
    isDoneOnce: true,
  }),
};
