import type { Wire } from '../wire/wire.ts';
import type { WireError, WireErrorCode } from '../wire/wire-error.ts';
import { readRequest } from './read-request.ts';
import { collectChunks, toCompletion } from './write-answer.ts';

const kinds: Record<WireErrorCode, { type: string; code: string | null }> = {
  invalid_request: { type: 'invalid_request_error', code: null },
  missing_parameter: { type: 'invalid_request_error', code: 'missing_required_parameter' },
  authentication: { type: 'invalid_request_error', code: 'invalid_api_key' },
  permission: { type: 'invalid_request_error', code: 'permission_denied' },
  unknown_url: { type: 'invalid_request_error', code: null },
  unknown_model: { type: 'invalid_request_error', code: 'model_not_found' },
  no_rule: { type: 'invalid_request_error', code: 'no_rule_matches' },
  too_large: { type: 'invalid_request_error', code: 'request_too_large' },
  timeout: { type: 'server_error', code: 'request_timeout' },
  conflict: { type: 'invalid_request_error', code: 'conflict' },
  unprocessable: { type: 'invalid_request_error', code: 'unprocessable_entity' },
  rate_limited: { type: 'requests', code: 'rate_limit_exceeded' },
  overloaded: { type: 'server_error', code: 'overloaded' },
  server_error: { type: 'server_error', code: null },
};

function toError({ code, message, parameter }: WireError) {
  const { type, code: name } = kinds[code];
  return { error: { message, type, param: parameter ?? null, code: name } };
}

/** Chat completions protocol of api.openai.com. */
export const openAiWire: Wire = {
  name: 'openai',
  read: readRequest,
  body: toCompletion,
  pieces: collectChunks,
  errorBody: toError,
  errorPiece: (error) => `data: ${JSON.stringify(toError(error))}\n\n`,
  requestIdHeader: 'x-request-id',
  requiredHeaders: [],
  callPrefix: 'call_',
  keyIn: ({ authorization }) => /^Bearer (.+)$/i.exec(String(authorization ?? ''))?.[1],
};
