import type { ModelPort, OfferedTool } from '@agent-home/agent-runtime';
import type { ModelSettings } from '@agent-home/agent-runtime/definition';

/** Result of a trial request to a model. */
export interface ModelTrial {
  name: string;
  ok: boolean;
  /** Milliseconds to the first text, and to the end of the response. */
  first_text_ms?: number;
  elapsed_ms?: number;
  input_tokens?: number;
  output_tokens?: number;
  /** True if the model called the tool that it was offered. */
  calls_tools?: boolean;
  code?: string;
  message?: string;
}

const tool: OfferedTool = {
  name: 'report',
  description: 'Reports a number.',
  parameters: {
    type: 'object',
    properties: { number: { type: 'integer' } },
    required: ['number'],
    additionalProperties: false,
  },
};

/**
 * Sends a model two small requests: for a text, and for a tool call. Costs a few tokens and writes no run.
 * @param now Milliseconds of a monotonic clock.
 */
export async function testModel(
  port: ModelPort,
  name: string,
  { provider, model = name }: Pick<ModelSettings, 'provider' | 'model'>,
  { signal, now = () => performance.now() }: { signal: AbortSignal; now?: () => number },
): Promise<ModelTrial> {
  const common = { provider, model, settingsKey: name, params: {}, maxOutputTokens: 256 };
  const began = now();
  let first: number | undefined;
  const onText = () => {
    first ??= Math.round(now() - began);
  };
  const spoken = await port.ask(
    {
      ...common,
      system: 'You test a connection.',
      messages: [{ role: 'user', content: 'Reply with the word OK.' }],
      tools: [],
    },
    { signal, onText, leftMs: 60_000 },
  );
  if ('failed' in spoken) {
    const { code, message } = spoken.failed;
    return { name, ok: false, code, message };
  }
  const { usage } = spoken.answered;
  const result: ModelTrial = {
    name,
    ok: true,
    ...(first === undefined ? {} : { first_text_ms: first }),
    elapsed_ms: Math.round(now() - began),
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
  };
  const called = await port.ask(
    {
      ...common,
      system: 'You test a connection.',
      messages: [{ role: 'user', content: 'Call the tool report with the number 7.' }],
      tools: [tool],
    },
    { signal, onText: () => undefined, leftMs: 60_000 },
  );
  return {
    ...result,
    calls_tools: 'answered' in called && called.answered.tool_calls.some(({ name }) => name === tool.name),
  };
}
