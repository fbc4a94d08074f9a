import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import type { CommonState, Mode, ModeInput } from '../mode/mode.ts';
import { reject } from './verdicts.ts';

type MessageInput = Extract<ModeInput, { type: 'message' }>;

/**
 * Returns the next version of a mode: a message that the mode would count is rejected if its `meta` contradicts the `messageMeta`
 * of the state. Its author may write it again at the same key (spec modes "Meta that fits the state").
 */
export function withCheckedMeta<Rules extends object, State extends CommonState>(
  mode: Mode<Rules, State>,
): Mode<Rules, State> {
  return {
    ...mode,
    version: mode.version + 1,
    apply(state, input, rules, context) {
      const transition = mode.apply(state, input, rules, context);
      if (input.type !== 'message' || transition.verdict.outcome === 'rejected') return transition;
      const wrong = contradiction(input, mode.messageMeta?.(state, input));
      return wrong === undefined ? transition : reject(state, 'contradicting_meta', wrong);
    },
  };
}

/** Returns the first field of `meta` that differs, with the value of the state. The author may leave out fields. */
function contradiction({ message }: MessageInput, expected: JsonObject | undefined): string | undefined {
  const { meta } = message;
  if (meta === undefined || expected === undefined) return undefined;
  for (const [name, value] of Object.entries(expected)) {
    const given = Object.hasOwn(meta, name) ? (meta as JsonObject)[name] : undefined;
    if (given === undefined || value === undefined || canonicalJson(given) === canonicalJson(value)) continue;
    return `meta.${name} is ${canonicalJson(value)} here: write that, or leave it out`;
  }
  return undefined;
}
