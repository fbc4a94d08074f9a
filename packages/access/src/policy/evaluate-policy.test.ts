import { describe, expect, it } from 'vitest';
import { evaluatePolicy, evaluateSession } from './evaluate-policy.ts';
import { parsePolicy } from './parse-policy.ts';
import { PolicyError } from './policy-error.ts';
import { refusedDocuments, vendorCases } from './vendor-cases/index.ts';

const checks = vendorCases.flatMap(({ checks: requests, ...vendorCase }) =>
  requests.map((request) => ({
    ...vendorCase,
    request,
    title: `${vendorCase.topic} | ${request.action} ${request.resource} ${JSON.stringify(request.context)}`,
  })),
);

describe('vendor documentation', () => {
  it.each(checks)('$title', ({ dialect, policy, session, request }) => {
    const role = parsePolicy(JSON.stringify(policy), dialect);
    const decision =
      session === undefined
        ? evaluatePolicy(role, request)
        : evaluateSession({ session: parsePolicy(JSON.stringify(session), dialect), role }, request);
    expect(decision).toBe(request.expected);
  });

  it('lets a credential without a session policy carry the whole role, as STS does', () => {
    const [vendorCase] = vendorCases;
    const role = parsePolicy(JSON.stringify(vendorCase?.policy), 'oss');
    const request = { action: 'oss:GetObject', resource: 'acs:oss:r:a:photos/a', context: {} };
    expect(evaluateSession({ role }, request)).toBe('allow');
  });
});

describe('a document that cannot be read with certainty', () => {
  it.each(refusedDocuments)('$dialect: $topic is refused as $code', ({ dialect, text, code }) => {
    expect(() => parsePolicy(text, dialect)).toThrow(PolicyError);
    expect(() => parsePolicy(text, dialect)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a hostile pattern', () => {
  it('is matched without going back through every combination', () => {
    const text = JSON.stringify({
      Version: '1',
      Statement: [{ Effect: 'Allow', Action: 'oss:*', Resource: `acs:oss:*:*:b/${'*a'.repeat(60)}` }],
    });
    const request = { action: 'oss:GetObject', resource: `acs:oss:r:a:b/${'a'.repeat(900)}b`, context: {} };
    expect(evaluatePolicy(parsePolicy(text, 'oss'), request)).toBe('implicit_deny');
  });
});
