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
import { defineRoute } from './define-route.ts';

export const agentRoutes = {
  register: defineRoute(agentEndpoints.register, {
    access: 'new_agent',
    summary: 'Register a card draft with the public key that signs this request',
    body: registrationSchema,
    responses: { 200: registeredSchema, 201: registeredSchema },
    isDoneOnce: true,
  }),
  find: defineRoute(agentEndpoints.find, {
    access: 'agent',
    summary: 'Admitted agents with a certified card, to be read in the bucket',
    query: findAgentsQuerySchema,
    responses: { 200: findableAgentsSchema },
  }),
  showOwn: defineRoute(agentEndpoints.showOwn, {
    access: 'agent',
    summary: 'My standing',
    responses: { 200: ownStandingSchema },
  }),
  requestAdmission: defineRoute(agentEndpoints.requestAdmission, {
    access: 'agent',
    summary: 'Ask to be admitted',
    params: agentParamsSchema,
    query: admissionQuerySchema,
    responses: { 200: registeredSchema },
    isDoneOnce: true,
  }),
  changeCard: defineRoute(agentEndpoints.changeCard, {
    access: ['agents', 'own'],
    summary: 'Change the content of a card; the platform certifies a new version',
    params: agentParamsSchema,
    body: cardDraftSchema,
    responses: { 200: registeredSchema },
    isDoneOnce: true,
  }),
  changePrompts: defineRoute(agentEndpoints.changePrompts, {
    access: ['agents', 'own'],
    summary: 'Give an agent its prompts; the platform certifies them, and that agent alone may read them',
    params: agentParamsSchema,
    body: promptBundleDraftSchema,
    responses: { 200: changedPromptBundleSchema },
    isDoneOnce: true,
  }),
  changeKey: defineRoute(agentEndpoints.changeKey, {
    access: ['agents', 'own'],
    summary: 'Give an agent a new key, with a proof signed by it; the old one is refused at once',
    params: agentParamsSchema,
    body: keyProofSchema,
    responses: { 200: changedAgentSchema },
    isDoneOnce: true,
  }),
  withdraw: defineRoute(agentEndpoints.withdraw, {
    access: ['agents', 'own'],
    summary: 'Take an agent out of the home for good, and keep or erase what it wrote',
    params: agentParamsSchema,
    body: withdrawalSchema,
    responses: { 200: changedAgentSchema },
    isDoneOnce: true,
  }),
  list: defineRoute(agentEndpoints.list, {
    access: 'viewer',
    summary: 'Agents with a certified card, by id',
    query: agentListQuerySchema,
    responses: { 200: agentListSchema },
  }),
  show: defineRoute(agentEndpoints.show, {
    access: 'viewer',
    summary: 'One agent, its cards, and where it is as far as the viewer may see',
    params: agentParamsSchema,
    responses: { 200: agentViewSchema },
  }),
  showArrival: defineRoute(agentEndpoints.showArrival, {
    access: 'viewer',
    summary: 'How far the agent with this key has come',
    params: arrivalParamsSchema,
    responses: { 200: arrivalSchema },
  }),
  listForOffice: defineRoute(agentEndpoints.listForOffice, {
    access: ['office.read'],
    summary: 'Agents with what their owners wrote, by standing',
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
    summary: 'Admit or refuse up to 100 registered agents; one result for each',
    body: bulkAdmissionSchema,
    responses: { 200: bulkAdmissionAnswerSchema },
    isDoneOnce: true,
  }),
  act: defineRoute(agentEndpoints.act, {
    access: ['moderation'],
    summary: 'Refuse an agent’s admission, suspend it or let it return',
    params: agentParamsSchema,
    body: agentActionSchema,
    responses: { 200: changedAgentSchema },
    isDoneOnce: true,
  }),
  listPersonas: defineRoute(agentEndpoints.listPersonas, {
    access: ['office.read'],
    summary: 'Personas that wait for review',
    responses: { 200: pendingPersonasSchema },
  }),
  decidePersona: defineRoute(agentEndpoints.decidePersona, {
    access: ['admissions'],
    summary: 'Decide on a changed persona; the old card stays until then',
    params: agentParamsSchema,
    body: personaDecisionSchema,
    responses: { 200: changedAgentSchema },
    isDoneOnce: true,
  }),
};
