/** Known deviation of a provider from the protocol, as chunks of a stream and as a whole response. */
export interface Deviation {
  title: string;
  /** Chunks of a stream; a text is sent as it is. Absent: the deviation exists in whole responses only. */
  stream?: readonly unknown[];
  /** The body of a whole response. Absent: the deviation exists in streams only. */
  whole?: unknown;
  contentType?: string;
  /** Expected part of the response, or of the failure. */
  expected: object;
}

const use = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
export const usage = { choices: [], usage: use };
export const text = (content: unknown, finished: unknown = null) => ({
  choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: finished }],
});
export const calls = (...tool_calls: unknown[]) => ({
  choices: [{ index: 0, delta: { tool_calls }, finish_reason: null }],
});
export const finish = (reason: unknown) => ({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
export const whole = (message: object, reason: unknown = 'stop', used: unknown = use) => ({
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }],
  usage: used,
});
export const call = (name: string, args: unknown, rest: object = {}) => ({
  type: 'function',
  function: { name, arguments: args },
  ...rest,
});
export const path = '{"path":"a.txt"}';
export const done = '[DONE]';
export const one = { id: 'call_0', name: 'read_file', arguments: path };
export const answered = (answer: object) => ({ answered: answer });
export const failed = (code: string, message: string) => ({ failed: { code, message } });
