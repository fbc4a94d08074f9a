import { formatRamDateTime } from '../policy/date-time.ts';
import type { DialectWriter } from './dialect-writer.ts';

const ACTIONS = { get: 'oss:GetObject', put: 'oss:PutObject' };
const SECOND = 1000;

/** Alibaba RAM. A listing is granted on the bucket and narrowed by prefix; a ticket ends with its time. */
export const ossDialect: DialectWriter = {
  version: '1',

  objectStatement: ({ action, patterns, not_after }, bucket) => ({
    Effect: 'Allow',
    Action: ACTIONS[action],
    Resource: patterns.map((pattern) => `acs:oss:*:*:${bucket}/${pattern}`),
    ...(not_after && { Condition: { DateLessThan: { 'acs:CurrentTime': formatRamDateTime(not_after) } } }),
  }),

  listStatement: (prefixes, bucket) => ({
    Effect: 'Allow',
    Action: 'oss:ListObjects',
    Resource: `acs:oss:*:*:${bucket}`,
    // `*` also matches the empty string, so the bare prefix is covered; a missing or a shorter one is not.
    Condition: { StringLike: { 'oss:Prefix': prefixes.map((prefix) => `${prefix}*`) } },
  }),

  // RAM has whole seconds. Rounding down keeps a ticket from outliving its grant.
  expiry: (notAfter) => new Date(Math.floor(notAfter.getTime() / SECOND) * SECOND),

  denyAll: { Effect: 'Deny', Action: '*', Resource: '*' },
};
