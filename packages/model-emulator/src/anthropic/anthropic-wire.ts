import type { Wire } from '../wire/wire.ts';
import type { WireError, WireErrorCode } from '../wire/wire-error.ts';
import { readRequest } from './read-request.ts';
import { collectEvents, event, toMessage } from './write-answer.ts';

const types: Record<WireErrorCode, string> = {
  invalid_request: 'invalid_request_error',
  missing_parameter: 'invalid_request_error',
  authentication: 'authentication_error',
  permission: 'permission_error',
  unknown_url: 'not_found_error',
  unknown_model: 'not_found_error',
  no_rule: 'invalid_request_error',
  too_large: 'request_too_large',
  timeout: 'timeout_error',
  conflict: 'invalid_request_error',
  unprocessable: 'invalid_request_error',
  rate_limited: 'rate_limit_error',
  overloaded: 'overloaded_error',
  server_error: 'api_error',
};

function toError({ code, message }: WireError) {
  return { type: types[code], message };
}

/** Messages protocol of api.anthropic.com. */
export const anthropicWire: Wire = {
  name: 'anthropic',
  read: readRequest,
  body: toMessage,
  pieces: collectEvents,
  errorBody: (error, requestId) => ({ type: 'error', error: toError(error), request_id: requestId }),
  errorPiece: (error) => event('error', { error: toError(error) }),
  requestIdHeader: 'request-id',
  requiredHeaders: ['anthropic-version'],
  callPrefix: 'toolu_',
  keyIn: (headers) => {
    const bearer = /^Bearer (.+)$/i.exec(String(headers.authorization ?? ''))?.[1];
    return headers['x-api-key']?.toString() ?? bearer;
  },
};
