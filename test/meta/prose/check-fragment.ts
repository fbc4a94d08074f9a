import type { Fragment, FragmentKind } from './fragment.ts';
import {
  headingOpeners,
  headingSentence,
  imperatives,
  longestTitle,
  openerKinds,
  openers,
  pronouns,
  words,
} from './rules.ts';

export const ruleNames = ['heading', 'help', 'opener', 'pronoun', 'title', 'word'] as const;
export type RuleName = (typeof ruleNames)[number];

export interface Finding {
  rule: RuleName;
  /** Offset in the file. */
  offset: number;
  message: string;
}

const nouns: Record<FragmentKind, string> = {
  comment: 'comment',
  title: 'test title',
  help: 'command help',
  option: 'option help',
  error: 'error text',
  heading: 'heading',
  text: 'text',
};

const replacements: Record<FragmentKind, string> = {
  comment: 'begin with a verb or a noun, as "Returns …", "True if …" or the name of the thing',
  title: 'begin with the subject or a verb, as "rejects an expired approval"',
  help: 'begin with an imperative verb, as "Show", "List" or "Create"',
  option: 'begin with a noun or a verb, as "path of the settings file"',
  error: 'say what is wrong, with which field or file, and what to do about it',
  heading: 'write a task ("Rotate a key") or a noun ("Key rotation")',
  text: 'name the subject',
};

const openerPattern = new RegExp(`^(${openers.join('|').replace(' ', '\\s+')})(?![\\w-])`, 'i');

/** Returns the index of the first letter, after list marks, quotes and brackets. */
function getBeginning(text: string): number {
  return Math.max(0, text.search(/[\p{L}\p{N}·]/u));
}

function findOpener({ kind, start, text }: Fragment): Finding[] {
  if (!openerKinds.includes(kind)) return [];
  const index = getBeginning(text);
  const [word] = openerPattern.exec(text.slice(index)) ?? [];
  if (word === undefined) return [];
  const message = `${nouns[kind]} begins with "${word}": ${replacements[kind]}`;
  return [{ rule: 'opener', offset: start + index, message }];
}

function findPronouns({ start, text }: Fragment): Finding[] {
  return [...text.matchAll(pronouns)].map(({ 0: word, index }) => ({
    rule: 'pronoun',
    offset: start + index,
    message: `"${word}": name the actor or the thing`,
  }));
}

function findWords({ start, text }: Fragment): Finding[] {
  return words.flatMap(({ match, write }) =>
    [...(match ? text.matchAll(match) : [])].map(({ 0: found, index }): Finding => {
      const word = found.replace(/\s+/g, ' ');
      return { rule: 'word', offset: start + index, message: `"${word}": write ${write}` };
    }),
  );
}

function findHeading({ kind, start, text }: Fragment): Finding[] {
  const index = getBeginning(text);
  const heading = text.slice(index).trim();
  if (kind !== 'heading' || /^(requirement|scenario):/i.test(heading)) return [];
  if (!headingOpeners.test(heading) && !headingSentence.test(heading)) return [];
  return [
    { rule: 'heading', offset: start + index, message: `heading is a sentence: ${replacements.heading}` },
  ];
}

function findHelp({ kind, start, text }: Fragment): Finding[] {
  if (kind !== 'help') return [];
  const index = getBeginning(text);
  const [word = ''] = /^[\p{L}-]+/u.exec(text.slice(index)) ?? [];
  if (imperatives.has(word.toLowerCase())) return [];
  const message = `command help begins with "${word}": ${replacements.help} (verbs: test/meta/prose/rules.ts)`;
  return [{ rule: 'help', offset: start + index, message }];
}

function findTitle({ kind, start, text }: Fragment): Finding[] {
  const count = text.split(/\s+/).filter((word) => /[\p{L}\p{N}·]/u.test(word)).length;
  if (kind !== 'title' || count <= longestTitle) return [];
  const message = `test title has ${count} words: write subject and verb in at most ten, as "rejects an expired approval"`;
  return [{ rule: 'title', offset: start + getBeginning(text), message }];
}

/** Returns the violations of one fragment. A command's help that begins with an opener is one violation, not two. */
export function checkFragment(fragment: Fragment): Finding[] {
  const help = findHelp(fragment);
  const beginnings = help.length > 0 ? help : findOpener(fragment);
  const found = [...beginnings, ...findPronouns(fragment), ...findWords(fragment)];
  return [...found, ...findHeading(fragment), ...findTitle(fragment)].sort(
    (one, other) => one.offset - other.offset,
  );
}
