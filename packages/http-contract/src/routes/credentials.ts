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
    summary: 'Request temporary credentials for the current grants of the calling agent',
    body: credentialRequestSchema,
    responses: { 200: credentialAnswerSchema },
  }),
  explain: defineRoute(credentialEndpoints.explain, {
    access: ['office.read'],
    summary: 'Explain why a grant is given or denied now; issues nothing',
    query: explanationQuerySchema,
    responses: { 200: explanationSchema },
  }),
  explainMessage: defineRoute(credentialEndpoints.explainMessage, {
    access: ['office.read'],
    summary: 'Explain the verdict on a message of an agent',
    query: messageExplanationQuerySchema,
    responses: { 200: messageExplanationSchema },
  }),
  audit: defineRoute(credentialEndpoints.audit, {
    access: ['audit.read'],
    summary: 'List issued credentials by agent, container and time',
    query: officeAuditQuerySchema,
    responses: { 200: officeAuditListSchema },
  }),
  auditReaders: defineRoute(credentialEndpoints.auditReaders, {
    access: ['audit.read'],
    summary: 'List holders of credentials for a key or prefix in a period',
    query: officeReadersQuerySchema,
    responses: { 200: officeReadersSchema },
  }),
};
