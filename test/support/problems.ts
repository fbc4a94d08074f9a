import { apiErrorCodes } from '@agent-home/server/api';
import { expect } from 'vitest';
import type { Answer } from './raw-agent.ts';

const codes = new Set<string>(apiErrorCodes);

/** Expects a refusal to be a problem document with a code of the closed set, and never a server error. */
export function expectProblem(answer: Answer, code?: string): void {
  const { status, headers, body } = answer;
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  expect(status, JSON.stringify(body)).not.toBe(500);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({ status, type: `urn:agent-home:problem:${String(body.code)}` });
  expect(codes).toContain(body.code);
  if (code !== undefined) expect(body.code, JSON.stringify(body)).toBe(code);
}
