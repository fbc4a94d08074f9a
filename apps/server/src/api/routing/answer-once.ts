import { createHash } from 'node:crypto';
import { claimIdempotencyKey, keepAnswer, type Platform, releaseIdempotencyKey } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/**
 * Runs a mutation at most once per `Idempotency-Key` and principal: a repeat gets the first response. Only for responses without
 * secrets, since they are stored.
 */
export async function answerOnce<Answer extends object>(
  platform: Platform,
  request: FastifyRequest,
  reply: { code(status: number): unknown },
  mutate: () => Promise<{ status: number; answer: Answer }>,
): Promise<Answer> {
  const { status, answer } = await carryOut(platform, request, mutate);
  reply.code(status);
  return answer;
}

async function carryOut<Answer extends object>(
  platform: Platform,
  request: FastifyRequest,
  mutate: () => Promise<{ status: number; answer: Answer }>,
): Promise<{ status: number; answer: Answer }> {
  const key = request.headers['idempotency-key'];
  const { principal } = request;
  if (key === undefined || principal === undefined) return mutate();
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ApiError('invalid_request', 'the header Idempotency-Key needs 1 to 200 visible characters');
  }
  const requestHash = createHash('sha256')
    .update(`${request.method} ${request.raw.url}\n`)
    .update(request.rawBody)
    .digest('hex');
  const before = await claimIdempotencyKey(platform, principal, key, requestHash);
  if (before) return { status: before.status, answer: JSON.parse(before.response) as Answer };
  try {
    const result = await mutate();
    const response = JSON.stringify(result.answer);
    await keepAnswer(platform, principal, key, { status: result.status, response });
    return result;
  } catch (error) {
    await releaseIdempotencyKey(platform, principal, key);
    throw error;
  }
}
