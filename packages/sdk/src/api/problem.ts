import { z } from 'zod';
import { ApiError, ConnectionError } from '../errors/api-error.ts';
import { readAnswer } from './read-answer.ts';

const problemSchema = z.looseObject({
  code: z.string().min(1).max(80),
  title: z.string().optional(),
  detail: z.string().optional(),
  path: z.string().optional(),
});

/** Returns the error for a response outside 2xx (RFC 9457). `now` is the local clock in milliseconds. */
export async function findProblem(response: Response, now: number): Promise<ApiError> {
  const answer = await readAnswer(response).catch((error: unknown) => {
    if (error instanceof ConnectionError && error.code === 'bad_answer') return undefined;
    throw error;
  });
  const problem = problemSchema.safeParse(answer).data;
  const retryAfter = getRetryAfter(response, now);
  if (!problem) {
    // URL of the response, because a response that is not a problem document often does not come from a home.
    const message = `${pathOf(response)} responded with HTTP ${response.status} without a problem document; check the URL of the home`;
    return new ApiError('http_error', response.status, message, { retryAfter });
  }
  const message = problem.detail ?? problem.title ?? problem.code;
  const isClock = problem.code === 'signature_expired' && problem.path !== 'expires';
  const skew = isClock ? clockSkew(response, now) : undefined;
  const hint = skew === undefined ? '' : ` (${describeSkew(skew)})`;
  return new ApiError(problem.code, response.status, `${message}${hint}`, {
    retryAfter,
    path: problem.path,
    clockSkewSeconds: skew,
  });
}

function pathOf(response: Response): string {
  if (response.url === '') return 'the home';
  const { origin, pathname } = new URL(response.url);
  return `${origin}${pathname}`;
}

/** Reads `Retry-After`: seconds or an HTTP date. */
function getRetryAfter(response: Response, now: number): number | undefined {
  const header = response.headers.get('retry-after');
  if (header === null) return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

function clockSkew(response: Response, now: number): number | undefined {
  const date = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) ? undefined : Math.round((date - now) / 1000);
}

function describeSkew(seconds: number): string {
  if (Math.abs(seconds) < 2) return 'the clocks agree, so the request took too long; retry';
  return `this machine's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the home's`;
}
