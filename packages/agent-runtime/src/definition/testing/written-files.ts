import type { JsonObject, JsonValue } from '@agent-home/protocol';
import fc from 'fast-check';
import { Document, isCollection, isScalar, parse, type ToStringOptions, visit } from 'yaml';
import type { AgentDefinition } from '../definition/agent-definition.ts';
import { encodeMarkdown } from '../markdown/encode-markdown.ts';
import { splitFrontMatter } from '../markdown/split-front-matter.ts';
import { anyDefinition } from './definitions.ts';

/** A definition in a file as its author wrote it: with any indents, quotes, brackets, comments and line endings. */
export interface WrittenFile {
  definition: AgentDefinition;
  front: JsonObject;
  text: string;
}

const style = fc.record({
  indent: fc.integer({ min: 1, max: 7 }),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 20, 80),
  blockQuote: fc.constantFrom(true, false, 'literal' as const, 'folded' as const),
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
  nullStr: fc.constantFrom('null', '~', ''),
  flowCollectionPadding: fc.boolean(),
});

export const anyWrittenFile: fc.Arbitrary<WrittenFile> = fc
  .record({ definition: anyDefinition, style, dice: fc.noShrink(fc.infiniteStream(fc.nat(99))) })
  .chain(({ definition, style: chosen, dice }) =>
    fc.record({ crlf: fc.boolean(), mark: fc.boolean() }).map(({ crlf, mark }) => {
      const { before, front, between, body } = splitFrontMatter('', encodeMarkdown(definition));
      const value = parse(front) as JsonObject;
      const written = before + rewritten(value, chosen, () => Number(dice.next().value)) + between + body;
      const text = (mark ? '\ufeff' : '') + (crlf ? written.replaceAll('\n', '\r\n') : written);
      return { definition, front: value, text };
    }),
  )
  // Skip faults of the YAML writer itself, which breaks lines inside a character.
  .filter(({ text, front }) => text.isWellFormed() && says(text, front));

function rewritten(front: JsonObject, chosen: ToStringOptions, roll: () => number): string {
  const document = new Document(front, { aliasDuplicateObjects: false });
  let comments = 0;
  const comment = () => ` comment ${++comments}: - "not" {a: value}`;
  visit(document, {
    Node(_, node) {
      if (isCollection(node)) node.flow = roll() < 30;
      if (roll() < 6) node.comment = comment();
      if (isScalar(node) && roll() < 10) node.commentBefore = comment();
      if (roll() < 6) node.spaceBefore = true;
    },
  });
  if (isCollection(document.contents)) document.contents.flow = false;
  return document.toString(chosen);
}

function says(text: string, front: JsonValue): boolean {
  try {
    const read: unknown = parse(splitFrontMatter('', text.replaceAll('\r\n', '\n')).front);
    return JSON.stringify(read) === JSON.stringify(front);
  } catch {
    return false;
  }
}
