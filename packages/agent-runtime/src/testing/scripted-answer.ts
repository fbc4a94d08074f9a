import type { ModelAnswer, ModelFailure } from '../ports/model-port.ts';

/** The response of a scripted model, or a function of the request that returns it. */
export type Answer =
  | {
      content?: string;
      thought?: string;
      calls?: Call[];
      stop?: string;
      tokens?: number;
      output?: number;
      settingsKey?: string | undefined;
      isEstimated?: boolean;
      cacheRead?: number;
      cacheWrite?: number;
      continuation?: ModelAnswer['continuation'];
    }
  | ModelFailure;
export interface Call {
  id?: string;
  name: string;
  arguments?: string | object;
}

export function getAnswer({
  content = '',
  thought = '',
  calls = [],
  stop,
  tokens = 1,
  output = tokens,
  settingsKey,
  isEstimated = false,
  cacheRead,
  cacheWrite,
  continuation,
}: Exclude<Answer, ModelFailure>): ModelAnswer {
  return {
    content,
    thought,
    tool_calls: calls.map(({ id, name, arguments: args = {} }, index) => ({
      id: id ?? `id_${index}`,
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    })),
    ...(continuation === undefined ? {} : { continuation }),
    stop_reason: stop ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
    model: 'small',
    provider: 'emulator',
    ...(settingsKey === undefined ? {} : { settings_key: settingsKey }),
    usage: {
      input_tokens: tokens,
      output_tokens: output,
      ...(cacheRead === undefined ? {} : { cache_read_input_tokens: cacheRead }),
      ...(cacheWrite === undefined ? {} : { cache_write_input_tokens: cacheWrite }),
      ...(isEstimated ? { estimated: true as const } : {}),
    },
    elapsed_ms: 1,
    attempts: [],
  };
}
