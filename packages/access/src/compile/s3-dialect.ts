import type { DialectWriter } from './dialect-writer.ts';

const ACTIONS = { get: 's3:GetObject', put: 's3:PutObject' };

/**
 * IAM for MinIO, which merges request headers into conditions: a condition binds nobody there. So a ticket
 * has only its exact key, and a listing, which needs a condition, is not granted. Values are written as
 * lists even when single, as MinIO measures the document after writing it anew.
 */
export const s3Dialect: DialectWriter = {
  version: '2012-10-17',

  objectStatement: ({ action, patterns }, bucket) => ({
    Effect: 'Allow',
    Action: [ACTIONS[action]],
    Resource: patterns.map((pattern) => `arn:aws:s3:::${bucket}/${pattern}`),
  }),

  denyAll: { Effect: 'Deny', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
};
