import { describe, expect, it } from 'vitest';
import problems from '../../../../docs/protocol/lists/problems.json' with { type: 'json' };
import en from '../i18n/en/common.json';
import zh from '../i18n/zh/common.json';
import { findProblem, Problem } from '../read/problem.ts';
import { problemCode, problemDetail } from './problem-text.ts';

/** Codes of signed requests, which only agents send. */
const ofSignedRequests = new Set([
  'signature_missing',
  'signature_invalid',
  'signature_expired',
  'signature_replayed',
  'wrong_authority',
  'content_digest_mismatch',
  'unknown_key',
  'wrong_key_id',
]);

const refusal = (body: unknown, status = 422) => findProblem(new Response(JSON.stringify(body), { status }));

describe('the sentence for a refused request', () => {
  it('every refusal has a sentence in both languages', () => {
    const codes = problems.map(({ code }) => code).filter((code) => !ofSignedRequests.has(code));
    expect(codes.length).toBeGreaterThan(40);
    for (const { problem } of [en, zh])
      expect(codes.filter((code) => !Object.hasOwn(problem, code))).toEqual([]);
  });

  it('names the field that does not fit', async () => {
    const error = await refusal({ code: 'invalid_request', detail: 'Too small', path: 'token' });
    expect([problemCode(error), problemDetail(error)]).toEqual(['invalid_request', 'token: Too small']);
  });

  it('leaves out the detail where the sentence says it', async () => {
    const error = await refusal({ code: 'name_taken', detail: 'the name is taken' }, 409);
    expect([problemCode(error), problemDetail(error)]).toEqual(['name_taken', undefined]);
  });

  it('reports no response from a response that is no problem document', async () => {
    expect(problemCode(new TypeError('Failed to fetch'))).toBe('no_connection');
    const error = await findProblem(new Response('<html>', { status: 502 }));
    expect(error).toBeInstanceOf(Problem);
    expect(problemCode(error)).toBe('unreadable_answer');
  });
});
