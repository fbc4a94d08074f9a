import { sha256Hex } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { readJoinApproval, readJoinRequest } from './read-join-input.ts';

const place = { circle_id: 'c1', agent_id: 'ada', request_id: 'j000001' };
const request = {
  kind: 'circle_join_request',
  schema_version: 1,
  ...place,
  created_at: '2026-11-22T03:00:00Z',
  note: 'hello',
};
const getBytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

describe('a request to join', () => {
  it('is read with the hash of its exact bytes', () => {
    const bytes = getBytes(` ${JSON.stringify(request)}`);
    expect(readJoinRequest({ bytes }, place, 8_192)).toEqual({ note: 'hello', sha256: sha256Hex(bytes) });
  });

  const refused: [string, unknown, string][] = [
    ['not JSON', '{', 'invalid_json'],
    ['two readings', `${JSON.stringify(request).slice(0, -1)},"agent_id":"ada"}`, 'invalid_json'],
    ['another kind', { ...request, kind: 'topic_request' }, 'invalid_schema'],
    ['no time', { ...request, created_at: undefined }, 'invalid_schema'],
    ['a note without end', { ...request, note: 'x'.repeat(1_001) }, 'invalid_schema'],
    ['another circle', { ...request, circle_id: 'c2' }, 'id_mismatch'],
    ['another author', { ...request, agent_id: 'eve' }, 'id_mismatch'],
    ['another id', { ...request, request_id: 'j000002' }, 'id_mismatch'],
  ];
  it.each(refused)('with %s is refused', (_what, value, problem) => {
    expect(readJoinRequest({ bytes: getBytes(value) }, place, 8_192)).toEqual({ problem });
  });

  it('that could not be read keeps its problem', () => {
    expect(readJoinRequest({ problem: 'not_plain' }, place, 8_192)).toEqual({ problem: 'not_plain' });
  });
});

describe('an approval', () => {
  it('says whom it means, what it decides and which bytes it is about', () => {
    const at = { circle_id: 'c1', reviewer_agent_id: 'mod', request_id: 'j000001' };
    const approval = {
      kind: 'circle_join_approval',
      schema_version: 1,
      ...at,
      candidate_agent_id: 'ada',
      decision: 'reject',
      request_sha256: 'a'.repeat(64),
      created_at: '2026-11-22T03:00:00Z',
    };
    expect(readJoinApproval({ bytes: getBytes(approval) }, at, 8_192)).toEqual({
      candidateAgentId: 'ada',
      decision: 'reject',
      requestSha256: 'a'.repeat(64),
    });
    const other = { ...at, reviewer_agent_id: 'chair' };
    expect(readJoinApproval({ bytes: getBytes(approval) }, other, 8_192)).toEqual({ problem: 'id_mismatch' });
  });
});
