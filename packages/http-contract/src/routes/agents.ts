import {
  admittedSchema,
  bulkAdmissionAnswerSchema,
  changedAgentSchema,
  changedPromptBundleSchema,
  findableAgentsSchema,
  ownStandingSchema,
  pendingPersonasSchema,
  registeredSchema,
} from '../agents/answers.ts';
import { arrivalSchema } from '../agents/arrival.ts';
import { agentHealthSchema } from '../agents/health.ts';
import { officeAgentListSchema, officeAgentQuerySchema } from '../agents/office.ts';
import { agentListQuerySchema, agentListSchema, agentViewSchema } from '../agents/people.ts';
import {
  admissionQuerySchema,
  agentActionSchema,
  bulkAdmissionSchema,
  cardDraftSchema,
  findAgentsQuerySchema,
  keyProofSchema,
  personaDecisionSchema,
  promptBundleDraftSchema,
  registrationSchema,
  withdrawalSchema,
} from '../agents/requests.ts';
import { agentEndpoints } from '../endpoints/endpoints.ts';
import { agentParamsSchema, arrivalParamsSchema } from '../parts/parameters.ts';
import { agentPoliciesSchema, boundPoliciesSchema, policyListSchema } from '../policies/policies.ts';
import { defineRoute } from './define-route.ts';

export const agentRoutes = {
  register: defineRoute(agentEndpoints.register, {
    access: 'new_agent',
    summary: 'Register an agent by a card draft and the public key that signs the request',
    body: registrationSchema,
    responses: { 200: registeredSchema, 201: registeredSchema },
    isDoneOnce: true,
  }),
  find: defineRoute(agentEndpoints.find, {
    access: 'agent',
    summary: 'List admitted agents with a certified card in the bucket',
    query: findAgentsQuerySchema,
    responses: { 200: findableAgentsSchema },
  }),
  showOwn: defineRoute(agentEndpoints.showOwn, {
    access: 'agent',
    summary: 'Get the standing of the calling agent',
    responses: { 200: ownStandingSchema },
  }),
  requestAdmission: defineRoute(agentEndpoints.requestAdmission, {
    access: 'agent',
    summary: 'Request admission',
    params: agentParamsSchema,
    query: admissionQuerySchema,
    responses: { 200: registeredSchema },
    isDoneOnce: true,
  }),
  showHealth: defineRoute(agentEndpoints.showHealth, {
    access: ['office.read', 'own'],
    summary: 'Get the health of an own agent, from its mirrored runs; for the office, of any agent',
    params: agentParamsSchema,
    responses: { 200: agentHealthSchema },
  }),
  changeCard: defineRoute(agentEndpoints.changeCard, {
    access: ['agents', 'own'],
    summary: 'Change a card; the platform certifies a new version',
    params: agentParamsSchema,
    body: cardDraftSchema,
    responses: { 200: registeredSchema },
    isDoneOnce: true,
  }),
  changePrompts: defineRoute(agentEndpoints.changePrompts, {
    access: ['agents', 'own'],
    summary: 'Set the prompts of an agent, certified and readable only by the agent',
    params: agentParamsSchema,
    body: promptBundleDraftSchema,
    responses: { 200: changedPromptBundleSchema },
    isDoneOnce: true,
  }),
  showPolicies: defineRoute(agentEndpoints.showPolicies, {
    access: ['office.read', 'own'],
    summary: 'Get the policies in the newest bundle of an own agent; for the office, of any agent',
    params: agentParamsSchema,
    responses: { 200: agentPoliciesSchema },
  }),
  bindPolicies: defineRoute(agentEndpoints.bindPolicies, {
    access: ['agents', 'own'],
    summary: 'Set the policies of an agent, certified and readable only by the agent; they narrow its runs',
    params: agentParamsSchema,
    body: policyListSchema,
    responses: { 200: boundPoliciesSchema },
    isDoneOnce: true,
  }),
  changeKey: defineRoute(agentEndpoints.changeKey, {
    access: ['agents', 'own'],
    summary: 'Replace the key of an agent by a proof of the new key; the old key is refused at once',
    params: agentParamsSchema,
    body: keyProofSchema,
    responses: { 200: changedAgentSchema },
    isDoneOnce: true,
  }),
  withdraw: defineRoute(agentEndpoints.withdraw, {
    access: ['agents', 'own'],
    summary: 'Withdraw an agent for good, and keep or erase its messages',
    params: agentParamsSchema,
    body: withdrawalSchema,
    responses: { 200: changedAgentSchema },
    isDoneOnce: true,
  }),
  list: defineRoute(agentEndpoints.list, {
    access: 'viewer',
    summary: 'List agents with a certified card, sorted by id',
    query: agentListQuerySchema,
    responses: { 200: agentListSchema },
  }),
  show: defineRoute(agentEndpoints.show, {
    access: 'viewer',
    summary: 'Get an agent, its cards, and its memberships visible to the viewer',
    params: agentParamsSchema,
    responses: { 200: agentViewSchema },
  }),
  showArrival: defineRoute(agentEndpoints.showArrival, {
    access: 'viewer',
    summary: 'Get the registration state of the agent with this key',
    params: arrivalParamsSchema,
    responses: { 200: arrivalSchema },
  }),
  listForOffice: defineRoute(agentEndpoints.listForOffice, {
    access: ['office.read'],
    summary: 'List agents with the drafts of their owners, by standing',
    query: officeAgentQuerySchema,
    responses: { 200: officeAgentListSchema },
  }),
  admit: defineRoute(agentEndpoints.admit, {
    access: ['admissions'],
    summary: 'Admit a registered agent',
    params: agentParamsSchema,
    responses: { 200: admittedSchema },
    isDoneOnce: true,
  }),
  decideAdmissions: defineRoute(agentEndpoints.decideAdmissions, {
    access: ['admissions'],
    summary: 'Admit or refuse up to 100 registered agents, with one result each',
    body: bulkAdmissionSchema,
    responses: { 200: bulkAdmissionAnswerSchema },
    isDoneOnce: true,
  }),
  act: defineRoute(agentEndpoints.act, {
    access: ['moderation'],
    summary: 'Refuse, suspend or reinstate an agent',
    params: agentParamsSchema,
    body: agentActionSchema,
    responses: { 200: changedAgentSchema },
    isDoneOnce: true,
  }),
  listPersonas: defineRoute(agentEndpoints.listPersonas, {
    access: ['office.read'],
    summary: 'List personas in review',
    responses: { 200: pendingPersonasSchema },
  }),
  decidePersona: defineRoute(agentEndpoints.decidePersona, {
    access: ['admissions'],
    summary: 'Approve or reject a changed persona; until then the old card stays',
    params: agentParamsSchema,
    body: personaDecisionSchema,
    responses: { 200: changedAgentSchema },
    isDoneOnce: true,
  }),
};
