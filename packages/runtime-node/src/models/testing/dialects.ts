import { type Dialect, inputOf, type WrittenCall } from './dialect.ts';

const index = (at: number) => ({ index: at });

const anthropicUse = ({ id, name, args }: WrittenCall) => ({
  type: 'tool_use',
  id,
  name,
  input: inputOf(args),
});

/** Anthropic's messages. */
export const anthropicDialect: Dialect = {
  api: 'anthropic',
  begin: (usage = { input_tokens: 10, output_tokens: 1 }) => [
    {
      type: 'message_start',
      message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage },
    },
  ],
  text: (text) => [
    { type: 'content_block_start', ...index(0), content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', ...index(0), delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', ...index(0) },
  ],
  call: ({ id, name, args }, at) => [
    {
      type: 'content_block_start',
      ...index(at + 1),
      content_block: { type: 'tool_use', id, name, input: typeof args === 'object' ? args : {} },
    },
    ...(typeof args === 'string' ? [args.slice(0, 5), args.slice(5)] : []).map((piece) => ({
      type: 'content_block_delta',
      ...index(at + 1),
      delta: { type: 'input_json_delta', partial_json: piece },
    })),
    { type: 'content_block_stop', ...index(at + 1) },
  ],
  end: ({ reason, usage = { output_tokens: 5 } }) => [
    { type: 'message_delta', delta: { stop_reason: reason }, usage },
    { type: 'message_stop' },
  ],
  whole: ({ text, calls = [], reason = 'end_turn', usage = { input_tokens: 10, output_tokens: 5 } }) => ({
    type: 'message',
    role: 'assistant',
    content: [...(text === undefined ? [] : [{ type: 'text', text }]), ...calls.map(anthropicUse)],
    stop_reason: reason,
    usage,
  }),
  usage: (input, output) => ({ input_tokens: input, output_tokens: output }),
  error: (error) => ({ type: 'error', error }),
  noArguments: '{}',
  reasons: { end: 'end_turn', calls: 'tool_use' },
  foreignLimit: 'length',
  endsByReason: false,
};

const responsesCall = ({ id, name, args }: WrittenCall, at: number) => ({
  type: 'function_call',
  id: `fc_${at}`,
  call_id: id,
  name,
  arguments: args,
  status: 'completed',
});
const responsesMessage = (text: string) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});

/** OpenAI's responses. */
export const responsesDialect: Dialect = {
  api: 'responses',
  begin: () => [{ type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'm' } }],
  text: (text) => [
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.output_text.delta', output_index: 0, item_id: 'msg_1', delta: text },
    { type: 'response.output_item.done', output_index: 0, item: responsesMessage(text) },
  ],
  call: (call, at) => {
    const item = responsesCall(call, at);
    const args = typeof call.args === 'string' ? call.args : '';
    const output_index = at + 1;
    return [
      { type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } },
      ...[args.slice(0, 5), args.slice(5)].map((delta) => ({
        type: 'response.function_call_arguments.delta',
        output_index,
        item_id: item.id,
        delta,
      })),
      { type: 'response.output_item.done', output_index, item },
    ];
  },
  end: ({ reason, usage = { input_tokens: 10, output_tokens: 5 } }) => [
    {
      type: reason === 'length' ? 'response.incomplete' : 'response.completed',
      response: { id: 'resp_1', usage, incomplete_details: reason ? { reason } : reason },
    },
  ],
  whole: ({ text, calls = [], reason, usage = { input_tokens: 10, output_tokens: 5 } }) => ({
    id: 'resp_1',
    object: 'response',
    output: [...(text === undefined ? [] : [responsesMessage(text)]), ...calls.map(responsesCall)],
    incomplete_details: reason ? { reason } : reason,
    usage,
  }),
  usage: (input, output) => ({ input_tokens: input, output_tokens: output }),
  error: (error) => ({ error }),
  noArguments: '',
  reasons: { end: undefined, calls: undefined },
  foreignLimit: 'length',
  endsByReason: false,
};

const geminiCall = ({ id, name, args }: WrittenCall) => ({ functionCall: { id, name, args: inputOf(args) } });
const candidate = (parts: object[], reason?: unknown) => ({
  candidates: [
    { content: { role: 'model', parts }, ...(reason === undefined ? {} : { finishReason: reason }) },
  ],
});

/** Gemini's content generation. */
export const geminiDialect: Dialect = {
  api: 'gemini',
  begin: () => [],
  text: (text) => [candidate([{ text }])],
  call: (call) => [candidate([geminiCall(call)])],
  end: ({ reason, usage = { promptTokenCount: 10, candidatesTokenCount: 5 } }) => [
    { ...candidate([{ text: '' }], reason), usageMetadata: usage },
  ],
  whole: ({
    text,
    calls = [],
    reason = 'STOP',
    usage = { promptTokenCount: 10, candidatesTokenCount: 5 },
  }) => ({
    ...candidate([...(text === undefined ? [] : [{ text }]), ...calls.map(geminiCall)], reason),
    usageMetadata: usage,
  }),
  usage: (input, output) => ({ promptTokenCount: input, candidatesTokenCount: output }),
  error: (error) => ({ error }),
  noArguments: '{}',
  reasons: { end: 'STOP', calls: 'STOP' },
  foreignLimit: 'max_tokens',
  endsByReason: true,
};

export const dialects: readonly Dialect[] = [anthropicDialect, responsesDialect, geminiDialect];
