import type { Conversation } from '../conversation/conversation.ts';
import { collectFacts, type Facts } from '../conversation/facts.ts';
import type { Fault } from '../faults/fault-schema.ts';
import type { Scripts } from '../scripts/load-scripts.ts';
import { answerSchema, type ScriptedAnswer } from '../scripts/script-schema.ts';
import type { Answer } from './answer.ts';
import { makeAnswer } from './make-answer.ts';
import { fitsModel, matchRule } from './match-rule.ts';
import { chooseBy, getSeed } from './seed.ts';

export type Finding =
  | { found: 'answer'; rule: string; answer: Answer; fault?: Fault }
  /** No rule is for this model. */
  | { found: 'no_model' }
  /** Rules for this model are there, and none fits. */
  | { found: 'no_rule'; facts: Facts };

/** Returns the response of the first matching rule. It depends on the conversation and the scripts only. */
export function findAnswer(scripts: Scripts, conversation: Conversation, callPrefix: string): Finding {
  const facts = collectFacts(conversation);
  for (const rule of scripts.rules) {
    const values = matchRule(rule.when, facts);
    if (!values) continue;
    const choices = rule.avoidRepeats ? unrepeated(rule.choose ?? [], conversation) : (rule.choose ?? []);
    if (rule.avoidRepeats && choices.length === 0) continue;
    const seed = getSeed(conversation);
    const chosen = rule.answer ?? chooseBy(seed, choices) ?? answerSchema.parse('');
    const answer = makeAnswer(chosen, facts, values, { seed, callPrefix });
    return { found: 'answer', rule: rule.title, answer, ...(rule.fault && { fault: rule.fault }) };
  }
  const isKnown =
    scripts.models.includes(conversation.model) ||
    scripts.rules.some(({ when }) => fitsModel(when, conversation.model));
  return isKnown ? { found: 'no_rule', facts } : { found: 'no_model' };
}

/** Returns the responses whose texts do not occur in the conversation, directly or inside JSON. */
function unrepeated(choices: readonly ScriptedAnswer[], { turns }: Conversation): ScriptedAnswer[] {
  const past = turns.flatMap((turn) =>
    turn.role === 'assistant' ? [turn.text, ...turn.calls.map((call) => call.arguments)] : [turn.text],
  );
  const isPast = (text: string) => {
    const inJson = JSON.stringify(text).slice(1, -1);
    return text !== '' && past.some((given) => given.includes(text) || given.includes(inJson));
  };
  return choices.filter(({ text = '', calls = [] }) => {
    const texts = calls.flatMap(({ arguments: given = {} }) =>
      Object.values(given).filter((value) => typeof value === 'string'),
    );
    return ![text, ...texts].some(isPast);
  });
}
