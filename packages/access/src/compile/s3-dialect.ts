import type { DialectWriter } from './dialect-writer.ts';

const ACTIONS = { get: 's3:GetObject', put: 's3:PutObject' };

/**
 * IAM for MinIO, which merges request headers into conditions, so that a condition has no effect there. A
 * ticket therefore has only its exact key, and a listing, which needs a condition, is not granted. Single
 * values are written as lists, since MinIO measures the document after serializing it again.
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
