import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ApiErrorCode, getStatus, isCodedError } from './api-error.ts';
import { serviceProblem } from './service-problem.ts';

/** RFC 9457. Callers branch on `code`; `detail` is for readers. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ApiErrorCode;
  detail: string;
  path?: string;
}

/** Sends any error as a problem document. An internal error discloses no details. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const coded = toCodedError(error);
  if (coded.code === 'internal_error') request.log.error({ err: error }, 'unexpected failure');
  else if (coded.code === 'service_unavailable')
    request.log.warn({ err: error }, 'a service behind us is away');
  else if (
    coded !== error &&
    coded.code === 'invalid_request' &&
    !(error as Partial<FastifyError>).validation
  )
    request.log.warn({ err: error }, 'the database refused a value that a schema had let in');
  const problem = findProblem(coded);
  const { status } = problem;
  if (coded.retryAfterSeconds !== undefined) reply.header('retry-after', String(coded.retryAfterSeconds));
  if (status === 401) reply.header('www-authenticate', 'Signature, Bearer');
  return reply
    .code(status)
    .header('content-type', 'application/problem+json')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(problem);
}

/** Returns the code of the problem document. */
export function problemCode(error: unknown): ApiErrorCode {
  return toCodedError(error).code;
}

/** Responds to bytes that are not a request: not HTTP, or headers that exceed the limit. */
export function refuseUnreadable(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(
    findProblem(new ApiError('bad_request', 'the request is not valid HTTP; check it and send it again')),
  );
  const headers = `content-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 400 Bad Request\r\nconnection: close\r\n${headers}\r\n\r\n${body}`);
}

function findProblem({ code, message, path }: Coded): Problem {
  return {
    type: `urn:agent-home:problem:${code}`,
    title: code.replaceAll('_', ' '),
    status: getStatus(code),
    code,
    detail: message,
    ...(path === undefined ? {} : { path }),
  };
}

type Coded = Pick<ApiError, 'code' | 'message' | 'path' | 'retryAfterSeconds'>;

function toCodedError(error: unknown): Coded {
  if (isCodedError(error)) return error;
  const fastifyError = error as Partial<FastifyError>;
  if (fastifyError.validation) return validationProblem(fastifyError);
  if (fastifyError.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiError('body_too_large', 'the body is too large; send a smaller one');
  if (fastifyError.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('unsupported_media_type', 'the media type is not supported; send application/json');
  }
  if (fastifyError.statusCode === 429)
    return new ApiError('rate_limited', 'too many requests; retry after the time in Retry-After');
  const ofService = serviceProblem(error);
  if (ofService) return ofService;
  const status = fastifyError.statusCode ?? 500;
  if (status >= 400 && status < 500)
    return new ApiError('bad_request', 'the request is not valid HTTP; check it and send it again');
  return new ApiError(
    'internal_error',
    'the home failed unexpectedly and logged the error; retry, or notify its operator',
  );
}

function validationProblem(error: Partial<FastifyError>): Coded {
  const [first] = error.validation ?? [];
  const at = (first?.instancePath ?? '').replace(/^\//, '').replaceAll('/', '.');
  const path = [at, unknownField(first?.params)].filter((part) => part).join('.');
  const message = first?.message ?? 'the request does not match its schema';
  return new ApiError('invalid_request', message, path === '' ? {} : { path });
}

/** Returns the name of a field that the schema does not know; the error path has only its parent. */
function unknownField(params: Record<string, unknown> | undefined): string | undefined {
  const { keys } = (params?.issue ?? {}) as { keys?: unknown };
  return Array.isArray(keys) ? String(keys[0]) : undefined;
}
