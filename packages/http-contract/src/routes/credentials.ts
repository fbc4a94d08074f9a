import {
  credentialAnswerSchema,
  explanationSchema,
  messageExplanationSchema,
} from '../credentials/answers.ts';
import { officeAuditListSchema, officeAuditQuerySchema } from '../credentials/audit.ts';
import { officeReadersQuerySchema, officeReadersSchema } from '../credentials/readers.ts';
import {
  credentialRequestSchema,
  explanationQuerySchema,
  messageExplanationQuerySchema,
} from '../credentials/requests.ts';
import { credentialEndpoints } from '../endpoints/endpoints.ts';
import { defineRoute } from './define-route.ts';

export const credentialRoutes = {
  issue: defineRoute(credentialEndpoints.issue, {
    access: 'agent',
    summary: 'Temporary credentials for exactly what I may do now',
    body: credentialRequestSchema,
    responses: { 200: credentialAnswerSchema },
  }),
  explain: defineRoute(credentialEndpoints.explain, {
    access: ['office.read'],
    summary: 'Why an agent may or may not do something now; nothing is issued',
    query: explanationQuerySchema,
    responses: { 200: explanationSchema },
  }),
  explainMessage: defineRoute(credentialEndpoints.explainMessage, {
    access: ['office.read'],
    summary: 'What became of an agent’s message, and why',
    query: messageExplanationQuerySchema,
    responses: { 200: messageExplanationSchema },
  }),
  audit: defineRoute(credentialEndpoints.audit, {
    access: ['audit.read'],
    summary: 'Credentials that left the home, by agent, container and time',
    query: officeAuditQuerySchema,
    responses: { 200: officeAuditListSchema },
  }),
  auditReaders: defineRoute(credentialEndpoints.auditReaders, {
    access: ['audit.read'],
    summary: 'Who held credentials for a place at some time, and when',
    query: officeReadersQuerySchema,
    responses: { 200: officeReadersSchema },
  }),
};
