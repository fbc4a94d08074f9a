import { expect, test } from 'vitest';
import { verifyLog } from '../chain/verify-log.ts';
import { sampleDrafts, sampleLog } from '../testing/sample-log.ts';
import { traceSpans } from './trace-span.ts';

test('a span keeps prompt and completion tokens apart', () => {
  const request = {
    type: 'model.requested',
    data: {
      model_call_id: 'model_3',
      round: 1,
      provider: 'emulator',
      model: 'small',
      max_output_tokens: 100,
      reserved: { input_tokens: 12 },
    },
    cause: 2,
  };
  const answer = {
    type: 'model.answered',
    data: {
      model_call_id: 'model_3',
      content: 'hello',
      thought: '',
      tool_calls: [],
      stop_reason: 'end_turn',
      model: 'small',
      provider: 'emulator',
      elapsed_ms: 1,
      attempts: [],
      usage: { input_tokens: 11, output_tokens: 7 },
    },
    cause: 3,
  };
  const { records } = verifyLog(sampleLog([...sampleDrafts(), request, answer]).map(({ line }) => line));
  const metrics = traceSpans(records).map((span) => span.metrics);
  expect(metrics).toContainEqual(
    expect.objectContaining({ promptTokens: 11, completionTokens: 7, totalTokens: 18 }),
  );
});
