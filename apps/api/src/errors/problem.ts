import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ApiErrorCode, isCodedError, statusOf } from './api-error.ts';
import { isDatabaseAway } from './database-away.ts';

/** RFC 9457. `code` is what callers branch on, `detail` is for people. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ApiErrorCode;
  detail: string;
  path?: string;
}

/** Turns whatever was thrown into a problem document. What is ours to fix says nothing of the inside. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const coded = codedOf(error);
  if (coded.code === 'internal_error') request.log.error({ err: error }, 'unexpected failure');
  else if (coded.code === 'service_unavailable')
    request.log.warn({ err: error }, 'a service behind us is away');
  const status = statusOf(coded.code);
  const problem: Problem = {
    type: `urn:agent-home:problem:${coded.code}`,
    title: coded.code.replaceAll('_', ' '),
    status,
    code: coded.code,
    detail: coded.message,
    ...(coded.path === undefined ? {} : { path: coded.path }),
  };
  if (coded.retryAfterSeconds !== undefined) reply.header('retry-after', String(coded.retryAfterSeconds));
  if (status === 401) reply.header('www-authenticate', 'Signature, Bearer');
  return reply
    .code(status)
    .header('content-type', 'application/problem+json')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(problem);
}

type Coded = Pick<ApiError, 'code' | 'message' | 'path' | 'retryAfterSeconds'>;

function codedOf(error: unknown): Coded {
  if (isCodedError(error)) return error;
  const fastifyError = error as Partial<FastifyError>;
  if (fastifyError.validation) return validationProblem(fastifyError);
  if (fastifyError.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiError('body_too_large', 'the body is too large');
  if (fastifyError.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('unsupported_media_type', 'send application/json');
  }
  if (fastifyError.statusCode === 429) return new ApiError('rate_limited', 'too many requests; slow down');
  if (isDatabaseAway(error)) {
    return new ApiError('service_unavailable', 'the database is away; try again', { retryAfterSeconds: 2 });
  }
  const status = fastifyError.statusCode ?? 500;
  if (status >= 400 && status < 500) return new ApiError('bad_request', 'the request could not be read');
  return new ApiError('internal_error', 'something went wrong here; it has been logged');
}

function validationProblem(error: Partial<FastifyError>): Coded {
  const [first] = error.validation ?? [];
  const path = (first?.instancePath ?? '').replace(/^\//, '').replaceAll('/', '.');
  const message = first?.message ?? 'the request does not fit its schema';
  return new ApiError('invalid_request', message, path === '' ? {} : { path });
}
