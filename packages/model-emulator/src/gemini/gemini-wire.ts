import type { Wire } from '../wire/wire.ts';
import type { WireError, WireErrorCode } from '../wire/wire-error.ts';
import { readRequest } from './read-request.ts';
import { collectChunks, toContent } from './write-answer.ts';

const statuses: Record<WireErrorCode, string> = {
  invalid_request: 'INVALID_ARGUMENT',
  missing_parameter: 'INVALID_ARGUMENT',
  authentication: 'UNAUTHENTICATED',
  permission: 'PERMISSION_DENIED',
  unknown_url: 'NOT_FOUND',
  unknown_model: 'NOT_FOUND',
  no_rule: 'INVALID_ARGUMENT',
  too_large: 'INVALID_ARGUMENT',
  timeout: 'DEADLINE_EXCEEDED',
  conflict: 'ABORTED',
  unprocessable: 'INVALID_ARGUMENT',
  rate_limited: 'RESOURCE_EXHAUSTED',
  overloaded: 'UNAVAILABLE',
  server_error: 'INTERNAL',
};

function toError({ code, status, message }: WireError) {
  return { error: { code: status, message, status: statuses[code] } };
}

/** Content generation of generativelanguage.googleapis.com. */
export const geminiWire: Wire = {
  name: 'gemini',
  read: readRequest,
  body: toContent,
  pieces: collectChunks,
  errorBody: toError,
  errorPiece: (error) => `data: ${JSON.stringify(toError(error))}\r\n\r\n`,
  requestIdHeader: 'x-request-id',
  requiredHeaders: [],
  callPrefix: 'call_',
  keyIn: (headers) => {
    const bearer = /^Bearer (.+)$/i.exec(String(headers.authorization ?? ''))?.[1];
    return headers['x-goog-api-key']?.toString() ?? bearer;
  },
};
