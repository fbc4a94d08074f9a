import { openAiWire } from '../openai/openai-wire.ts';
import type { Wire } from '../wire/wire.ts';
import { readRequest } from './read-request.ts';
import { collectEvents, event, toResponse } from './write-answer.ts';

/** Responses protocol of api.openai.com; errors are those of chat completions. */
export const responsesWire: Wire = {
  ...openAiWire,
  name: 'responses',
  read: readRequest,
  body: toResponse,
  pieces: collectEvents,
  errorPiece: ({ code, message, parameter }) =>
    event('error', { code, message, param: parameter ?? null, sequence_number: 0 }),
};
