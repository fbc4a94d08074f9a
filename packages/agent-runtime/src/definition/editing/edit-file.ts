import type { JsonValue } from '@agent-home/protocol';
import { stringify } from 'yaml';
import { composeYaml } from '../document/compose-yaml.ts';
import { splitFrontMatter } from '../markdown/split-front-matter.ts';
import { inOriginal } from './line-ends.ts';
import type { MemberEdit } from './splice.ts';
import { getSplice } from './splice-member.ts';
import { withMember } from './with-member.ts';

/** Changes members of a Markdown file, and only the bytes of those members. */
export function editMarkdown(text: string, edits: readonly MemberEdit[]): string {
  const { before, front, between, body } = splitFrontMatter('', text);
  return before + editYaml(front, edits) + between + body;
}

/**
 * Edits a YAML file. Comments, indentation, line ends and the notation of other members are kept.
 * @throws DefinitionError if the YAML is invalid
 */
export function editYaml(text: string, edits: readonly MemberEdit[]): string {
  return edits.reduce(editMember, text);
}

function editMember(text: string, edit: MemberEdit): string {
  const plain = text.replaceAll('\r\n', '\n');
  const document = composeYaml(getSource(plain));
  const splice = getSplice(plain, document, edit);
  if (!splice) return text;
  const { start, end } = splice;
  // After a name without a value, a comment may be right where the value is inserted.
  const apart = plain[end] === '#' && /\S$/.test(splice.replacement) ? ' ' : '';
  const replacement = splice.replacement + apart;
  const wanted = withMember(document.toJS() as JsonValue, edit.path, edit.value);
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  if (says(plain.slice(0, start) + replacement + plain.slice(end), wanted))
    return (
      text.slice(0, inOriginal(text, start)) +
      replacement.replaceAll('\n', newline) +
      text.slice(inOriginal(text, end))
    );
  // An anchored value or an unusual spelling of a name: rewrite the whole text rather than change its meaning.
  return stringify(wanted, { lineWidth: 0, aliasDuplicateObjects: false }).replaceAll('\n', newline);
}

/** Returns true if a text parses to exactly this value. */
function says(text: string, wanted: JsonValue | undefined): boolean {
  try {
    return JSON.stringify(composeYaml(getSource(text)).toJS()) === JSON.stringify(wanted ?? null);
  } catch {
    return false;
  }
}

function getSource(text: string) {
  return { file: '', text, firstLine: 1 };
}
