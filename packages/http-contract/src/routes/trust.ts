import { trustEndpoints } from '../endpoints/endpoints.ts';
import { officeKeysSchema } from '../trust/office.ts';
import { keyListSchema, trustAnswerSchema } from '../trust/people.ts';
import { defineRoute } from './define-route.ts';

export const trustRoutes = {
  readKeyList: defineRoute(trustEndpoints.readKeyList, {
    access: 'everybody',
    summary: 'Get the certified key list; verify it with a pinned root set',
    responses: { 200: keyListSchema },
  }),
  show: defineRoute(trustEndpoints.show, {
    access: 'viewer',
    summary: 'Get the trust data for verification in a browser',
    responses: { 200: trustAnswerSchema },
  }),
  listFingerprints: defineRoute(trustEndpoints.listFingerprints, {
    access: ['operations.read'],
    summary: 'List the platform keys with fingerprints',
    responses: { 200: officeKeysSchema },
  }),
};
