import { trustEndpoints } from '../endpoints/endpoints.ts';
import { officeKeysSchema } from '../trust/office.ts';
import { keyListSchema, trustAnswerSchema } from '../trust/people.ts';
import { defineRoute } from './define-route.ts';

export const trustRoutes = {
  readKeyList: defineRoute(trustEndpoints.readKeyList, {
    access: 'everybody',
    summary: 'The certified key list, to be held to a pinned root set before registering',
    responses: { 200: keyListSchema },
  }),
  show: defineRoute(trustEndpoints.show, {
    access: 'viewer',
    summary: 'What a browser verifies by',
    responses: { 200: trustAnswerSchema },
  }),
  listFingerprints: defineRoute(trustEndpoints.listFingerprints, {
    access: ['operations.read'],
    summary: 'The platform’s keys, by fingerprint',
    responses: { 200: officeKeysSchema },
  }),
};
