import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import {
  anthropicAsks,
  anthropicStreams,
  model,
  openAiAsks,
  openAiStreams,
  script,
  startFaulty,
  text,
} from '../testing/faulty-emulator.ts';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

const statuses = [
  [400, OpenAI.BadRequestError, Anthropic.BadRequestError, 'invalid_request_error'],
  [401, OpenAI.AuthenticationError, Anthropic.AuthenticationError, 'authentication_error'],
  [403, OpenAI.PermissionDeniedError, Anthropic.PermissionDeniedError, 'permission_error'],
  [404, OpenAI.NotFoundError, Anthropic.NotFoundError, 'not_found_error'],
  [408, OpenAI.APIError, Anthropic.APIError, 'timeout_error'],
  [409, OpenAI.ConflictError, Anthropic.ConflictError, 'invalid_request_error'],
  [413, OpenAI.APIError, Anthropic.APIError, 'request_too_large'],
  [422, OpenAI.UnprocessableEntityError, Anthropic.UnprocessableEntityError, 'invalid_request_error'],
  [429, OpenAI.RateLimitError, Anthropic.RateLimitError, 'rate_limit_error'],
  [500, OpenAI.InternalServerError, Anthropic.InternalServerError, 'api_error'],
  [503, OpenAI.InternalServerError, Anthropic.InternalServerError, 'api_error'],
  [529, OpenAI.InternalServerError, Anthropic.InternalServerError, 'overloaded_error'],
] as const;

describe('an error on purpose', () => {
  it('has the class that each vendor’s client defines', async () => {
    for (const [status, ours, theirs, type] of statuses) {
      const emulator = await startFaulty({ kind: 'error', status, message: 'On purpose.' });
      for (const ask of [openAiAsks, openAiStreams]) {
        const error = await ask(emulator).catch((reason: unknown) => reason);
        expect(error, String(status)).toBeInstanceOf(ours);
        expect(error).toMatchObject({ status, error: { message: 'On purpose.', type: expect.any(String) } });
      }
      for (const ask of [anthropicAsks, anthropicStreams]) {
        const error = await ask(emulator).catch((reason: unknown) => reason);
        expect(error, String(status)).toBeInstanceOf(theirs);
        expect(error).toMatchObject({ status, type, error: { error: { type, message: 'On purpose.' } } });
      }
    }
  });

  it('makes clients retry when and as often as requested', async () => {
    const emulator = await startTestEmulator(script);
    const { openai, anthropic } = emulator;
    const fault = { kind: 'error', status: 429, retryAfterSeconds: 0.05 } as const;
    emulator.setFaults([{ times: 2, fault }]);
    const answer = await openai.chat.completions.create({ model, messages: text }, { maxRetries: 2 });
    expect(answer.choices[0]?.message.content).toContain('A text');
    emulator.setFaults([{ times: 1, fault: { ...fault, status: 529 } }]);
    const said = await anthropic.messages.create(
      { model, max_tokens: 99, messages: text },
      { maxRetries: 1 },
    );
    expect(said.content).toMatchObject([{ type: 'text' }]);
    expect(emulator.journal().map((entry) => entry.error ?? 'answered')).toEqual([
      ...['rate_limited', 'rate_limited', 'answered'],
      ...['overloaded', 'answered'],
    ]);
    emulator.setFaults([{ fault: { ...fault, retryAfterSeconds: 7 } }]);
    const error = await openAiAsks(emulator).catch((reason: unknown) => reason);
    expect(error instanceof OpenAI.APIError && error.headers?.get('retry-after')).toBe('7');
  });

  it('may come in the middle of a stream', async () => {
    const emulator = await startFaulty({ kind: 'error', status: 529, message: 'Too much.', afterChunks: 3 });
    await expect(openAiStreams(emulator, text)).rejects.toThrow('Too much.');
    await expect(anthropicStreams(emulator, text)).rejects.toMatchObject({ type: 'overloaded_error' });
    await expect(openAiAsks(emulator, text)).rejects.toMatchObject({ status: 529 });
  });
});
