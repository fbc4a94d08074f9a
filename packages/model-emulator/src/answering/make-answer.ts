import { asJson, sha256Hex } from '@agent-home/protocol';
import type { Facts } from '../conversation/facts.ts';
import type { ScriptedAnswer } from '../scripts/script-schema.ts';
import type { Answer } from './answer.ts';
import { countInputTokens, cutToTokens, tokensOf } from './estimate.ts';
import { fillIn, fillInValue } from './fill-in.ts';
import type { Values } from './values.ts';

/**
 * Returns the response of a script to one request. Ids are derived from the seed; ids of calls begin as in the
 * protocol.
 */
export function makeAnswer(
  scripted: ScriptedAnswer,
  facts: Facts,
  values: Values,
  { seed, callPrefix }: { seed: string; callPrefix: string },
): Answer {
  const { conversation } = facts;
  const known: Values = new Map([
    ['user', facts.user],
    ['model', conversation.model],
    ['count', facts.count],
    ['result', facts.results[0]?.text ?? ''],
    ...values,
  ]);
  const calls = (scripted.calls ?? []).map(({ tool, arguments: given = {}, raw, id }, index) => ({
    id: id ?? `${callPrefix}${sha256Hex(Buffer.from(`${seed}:${index}`)).slice(0, 24)}`,
    name: fillIn(tool, known),
    arguments: raw === undefined ? JSON.stringify(fillInValue(asJson(given), known)) : fillIn(raw, known),
  }));
  const { delayMs, chunk, chunkDelayMs } = scripted;
  return withUsage(
    bounded(
      {
        id: seed.slice(0, 24),
        model: conversation.model,
        thought: fillIn(scripted.thought ?? '', known),
        text: fillIn(scripted.text ?? '', known),
        calls,
        stop: scripted.stop ?? (calls.length > 0 ? 'toolCalls' : 'end'),
        usage: countPrompt(conversation, scripted.usage?.input),
        delayMs,
        chunk,
        chunkDelayMs,
      },
      conversation,
    ),
    scripted.usage?.output,
  );
}

/**
 * Counts the tokens of a prompt. The cache holds what the previous request of the conversation sent, which keeps responses
 * independent of earlier requests.
 */
function countPrompt(conversation: Facts['conversation'], scripted: number | undefined): Answer['usage'] {
  const input = scripted ?? countInputTokens(conversation);
  if (!conversation.isCached) return { input, output: 0 };
  const before = conversation.turns.findLastIndex(({ role }) => role === 'assistant');
  const earlier = { ...conversation, turns: conversation.turns.slice(0, Math.max(0, before)) };
  const cacheRead = before === -1 ? 0 : Math.min(input, countInputTokens(earlier));
  return { input, output: 0, cacheRead, cacheWrite: input - cacheRead };
}

/** Ends the response where the request requires: before a stop sequence, and at the token limit. */
function bounded(answer: Answer, { maximumTokens, stopSequences }: Facts['conversation']): Answer {
  const stopped = beforeStop(answer, stopSequences);
  if (maximumTokens === undefined || countOutputTokens(stopped) <= maximumTokens) return stopped;
  let left = maximumTokens;
  const cut = (text: string) => {
    const kept = cutToTokens(text, left);
    left = kept === text ? left - tokensOf(text) : 0;
    return kept;
  };
  const thought = cut(stopped.thought);
  const text = cut(stopped.text);
  const calls = stopped.calls.flatMap((call) => {
    left -= tokensOf(call.name);
    return left > 0 ? [{ ...call, arguments: cut(call.arguments) }] : [];
  });
  return { ...stopped, thought, text, calls, stop: 'length' };
}

function beforeStop(answer: Answer, stopSequences: string[]): Answer {
  let end = answer.text.length;
  let first: string | undefined;
  for (const sequence of stopSequences) {
    const found = answer.text.indexOf(sequence);
    if (found === -1 || found >= end) continue;
    end = found;
    first = sequence;
  }
  if (first === undefined) return answer;
  return { ...answer, text: answer.text.slice(0, end), calls: [], stop: 'stopSequence', stopSequence: first };
}

function countOutputTokens({ thought, text, calls }: Answer): number {
  const texts = [thought, text, ...calls.flatMap((call) => [call.name, call.arguments])];
  return texts.reduce((sum, part) => sum + tokensOf(part), 0);
}

/** Returns the response with its usage counted again after a change. */
export function withUsage(answer: Answer, output = countOutputTokens(answer)): Answer {
  return { ...answer, usage: { ...answer.usage, output } };
}
