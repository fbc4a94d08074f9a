import { z } from 'zod';

/** A provider's own error where a response was expected: in a body of status 200, or inside a stream. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  /** HTTP status that matches the error's code, if there is one. */
  readonly status: number | undefined;
  /** True if the same request may succeed later, or with another model. */
  readonly isPassing: boolean;

  constructor(message: string, code: string) {
    super(message);
    const status = /^[45]\d\d$/.test(code) ? Number(code) : undefined;
    this.status = status;
    this.isPassing = status === undefined ? !refusals.test(code) : status >= 500 || passing.has(status);
  }
}

const passing: ReadonlySet<number> = new Set([404, 408, 409, 425, 429]);
/** Words in error codes that a retry cannot fix. */
const refusals =
  /invalid|unauthorized|authentication|permission|forbidden|context_length|content_filter|unsupported/i;

const loose = z.looseObject({});

/**
 * Returns the error in a body or a chunk: `error` as an object or a text, or the forms of servers without it (`object: error`,
 * `detail`). Undefined if there is none.
 */
export function providerError(value: unknown): ProviderError | undefined {
  const body = loose.safeParse(value).data;
  if (body === undefined) return undefined;
  if (body.error !== undefined && body.error !== null && body.error !== false)
    return toError(loose.safeParse(body.error).data ?? { message: body.error });
  if ('choices' in body) return undefined;
  const isError = body.object === 'error' || body.type === 'error' || 'detail' in body;
  return isError ? toError(body) : undefined;
}

function toError(error: Record<string, unknown>): ProviderError {
  const words = [error.message, error.msg, error.detail, error.error].find((each) => each !== undefined);
  const code = [error.code, error.status, error.type].find((each) => isCode(each)) ?? '';
  const text = typeof words === 'string' && words !== '' ? words : JSON.stringify(words ?? error);
  return new ProviderError(text, String(code));
}

function isCode(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
