import type { FactRequest } from '../../mode/facts.ts';
import type { ModeContext } from '../../mode/mode.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { quoted } from './read-idiom.ts';
import type { Rules } from './rules.ts';
import type { State } from './state.ts';

type Ruling = { fits: true } | { out: Refusal } | { asks: FactRequest };

/** Decides if this is the chain's next idiom, or which fact is needed first. Applies the rules one by one. */
export function ruleOnIdiom(
  idiom: readonly string[],
  state: State,
  rules: Rules,
  context: ModeContext,
): Ruling {
  const text = idiom.join('');
  const shape = wrongShape(idiom, rules);
  if (shape) return { out: { reason: 'not_an_idiom', explanation: shape } };
  const start = ruleOnStart(idiom, state, rules, context);
  if (!('fits' in start)) return start;
  if (state.used_idioms.includes(text))
    return { out: { reason: 'repeated', explanation: `${quoted(idiom)} is in this chain already.` } };
  if (!rules.dictionary) return { fits: true };
  const found = context.facts?.dictionary;
  if (!found) return { asks: { fact: 'dictionary', text } };
  if (found.known) return { fits: true };
  return { out: { reason: 'not_in_dictionary', explanation: `${quoted(idiom)} is not in the dictionary.` } };
}

function wrongShape(idiom: readonly string[], { idiom_length: { min, max } }: Rules): string | undefined {
  if (idiom.length === 0) return 'There is no Chinese character in this message.';
  if (idiom.length >= min && idiom.length <= max) return undefined;
  const length = min === max ? `${min}` : `${min} to ${max}`;
  return `${quoted(idiom)} has ${idiom.length} characters and an idiom here has ${length}.`;
}

function ruleOnStart(
  idiom: readonly string[],
  { expected_start_char: expected }: State,
  rules: Rules,
  context: ModeContext,
): Ruling {
  const first = idiom[0] ?? '';
  if (expected === null || first === expected) return { fits: true };
  if (rules.match_policy === 'last_char_to_first_char')
    return wrongStart(`${quoted(idiom)} starts with ${first} and has to start with ${expected}.`);
  const sound = context.facts?.same_sound;
  if (!sound) return { asks: { fact: 'same_sound', first: expected, second: first } };
  if (sound.same) return { fits: true };
  return wrongStart(`${quoted(idiom)} starts with ${first}, which does not sound like ${expected}.`);
}

function wrongStart(explanation: string): Ruling {
  return { out: { reason: 'wrong_start', explanation } };
}
