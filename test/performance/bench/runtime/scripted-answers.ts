import type { ModelAnswer, ModelPort, ModelRequest } from '@agent-home/agent-runtime';

type Said = Pick<ModelAnswer, 'content' | 'tool_calls'>;

/** Returns a model in this process that responds at once, so that only its surroundings are measured. */
export function scriptedModels(say: (request: ModelRequest) => Said): ModelPort {
  return {
    async ask(request) {
      const { content, tool_calls } = say(request);
      const { provider, model } = request;
      const stop_reason = tool_calls.length === 0 ? 'end_turn' : 'tool_use';
      const usage = { input_tokens: 40, output_tokens: 10 };
      const attempts = [{ model, ok: true, elapsed_ms: 0 }];
      const answered = { content, thought: '', tool_calls, stop_reason, model, provider, usage };
      return { answered: { ...answered, elapsed_ms: 0, attempts } };
    },
  };
}
