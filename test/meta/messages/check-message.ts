import { checkFragment } from '../prose/check-fragment.ts';
import { maskCode } from '../prose/fragment.ts';

const longest = 240;
const mostSentences = 2;

/** Words that hide the fault or the remedy, in addition to those of the style guide. */
const vague: readonly [pattern: RegExp, instead: string][] = [
  [/\b(anybody|somebody|someone|everybody|nothing says)\b/i, 'name the actor'],
  [/(?<!\bthere )\b(is|are|was) no (?!longer\b)/i, 'write "is not a …"'],
  [/\bthere is no such\b/i, 'write "… does not exist"'],
  [/\bask for (less|fewer)\b/i, 'name the argument to change'],
  [/\bgo on\b|\bmeanwhile\b|\bby now\b/i, 'write continue, or the event'],
  [/\b(say|says|said) (what|which|who|so|why|where)\b/i, 'name the field or the option'],
  [/^((it|they)\b(?! is (your|the) turn)|(this|that) (is|was|has|does|goes|comes)\b)/i, 'name the subject'],
];

/** Counts the sentences of a text; a full stop within a name, a number or a file name does not end one. */
function collectSentences(text: string): number {
  return text.split(/(?<=[.!?])\s+(?=[\p{Lu}"“…])/u).filter((part) => part.trim() !== '').length;
}

/** Returns the faults of a text as short lines; empty for a good one. */
export function collectFaults(text: string): string[] {
  const prose = maskCode(text);
  return [
    ...(text.trim() === '' ? ['is empty'] : []),
    ...(text.length > longest ? [`has ${text.length} characters, at most ${longest}`] : []),
    ...(collectSentences(text) > mostSentences ? [`has more than ${mostSentences} sentences`] : []),
    ...checkFragment({ kind: 'error', start: 0, text: prose }).map(({ message }) => message),
    ...vague.flatMap(([pattern, instead]) =>
      pattern.test(prose) ? [`"${pattern.exec(prose)?.[0]}": ${instead}`] : [],
    ),
  ];
}
