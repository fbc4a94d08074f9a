import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as toText } from 'mdast-util-to-string';
import { readDocument } from '../../../meta/documents/read-document.ts';

export interface Example {
  /** `guide.md:LINE`. */
  place: string;
  language: string;
  text: string;
  /** Words in front of it, such as "becomes `agents/ada.md`". */
  before: string;
  /** Last path in inline code before it. */
  path: string | undefined;
}

/** Returns the fenced blocks of a guide, and each command line of its shell blocks. */
export function readGuide(name: string, text: string): { examples: Example[]; commands: string[] } {
  const { children } = fromMarkdown(text);
  const examples = children.flatMap((node, index) => {
    if (node.type !== 'code') return [];
    const previous = children[index - 1];
    const paths =
      previous?.type === 'paragraph'
        ? previous.children.filter((child) => child.type === 'inlineCode' && /\.(md|mjs)$/.test(child.value))
        : [];
    const last = paths.at(-1);
    return [
      {
        place: `${name}:${node.position?.start.line ?? 0}`,
        language: node.lang ?? '',
        text: `${node.value}\n`,
        before: previous === undefined ? '' : toText(previous),
        path: last === undefined ? undefined : toText(last),
      },
    ];
  });
  return { examples, commands: readDocument(text).shell.map(({ text: line }) => line) };
}
