import { describe, expect, it } from 'vitest';
import { grantRequestSchema } from './grant-request.ts';

describe('grantRequestSchema', () => {
  it.each([
    { type: 'registry_read' },
    { type: 'topic_read', topic_id: 't1' },
    { type: 'circle_read', circle_id: 'c1' },
    { type: 'root', anything: 1 },
  ])('takes $type', (grant) => {
    expect(grantRequestSchema.parse(grant)).toEqual(grant);
  });

  it.each([
    ['a topic grant without a topic', { type: 'topic_read' }],
    ['a topic id with a wildcard', { type: 'topic_message_write', topic_id: 't*' }],
    ['a topic id that climbs', { type: 'topic_read', topic_id: '../platform' }],
    ['an upper-case topic id', { type: 'topic_read', topic_id: 'T1' }],
    ['a field that nobody would look at', { type: 'registry_read', topic_id: 't1' }],
    ['no type', { topic_id: 't1' }],
    ['a type that is no name', { type: 7 }],
  ])('refuses %s', (_what, grant) => {
    expect(grantRequestSchema.safeParse(grant).success).toBe(false);
  });
});
