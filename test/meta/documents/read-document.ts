import Slugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';

type Node = ReturnType<typeof fromMarkdown>['children'][number] | ReturnType<typeof fromMarkdown>;

export interface Found {
  line: number;
  text: string;
}

/** What of a Markdown document can be wrong without anybody seeing it. */
export interface Document {
  /** Where its links and images lead, as they are written. */
  links: Found[];
  /** What a link to a part of it may name: its headings as GitHub makes anchors of them, and `id`s in HTML. */
  anchors: Set<string>;
  /** Lines of shell in its blocks, and code in its sentences. */
  shell: Found[];
  code: Found[];
}

function* walk(node: Node): Generator<Node> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child as Node);
}

/** Commands of a block: a line that ends with a backslash goes on in the next, and what is printed is none. */
function commandsOf(value: string, firstLine: number): Found[] {
  const commands: Found[] = [];
  let open: Found | undefined;
  for (const [index, raw] of value.split('\n').entries()) {
    const text = raw.trim();
    const command = open ?? { line: firstLine + index, text: '' };
    open = undefined;
    if (text.endsWith('\\')) open = { ...command, text: `${command.text}${text.slice(0, -1)}` };
    else if (command.text || (text && !text.startsWith('#')))
      commands.push({ ...command, text: command.text + text });
  }
  return commands;
}

export function readDocument(markdown: string): Document {
  const slugger = new Slugger();
  const document: Document = { links: [], anchors: new Set(), shell: [], code: [] };
  for (const node of walk(fromMarkdown(markdown))) {
    const line = node.position?.start.line ?? 0;
    if (node.type === 'heading') document.anchors.add(slugger.slug(textOf(node)));
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      document.links.push({ line, text: node.url });
    if (node.type === 'html')
      for (const [, id] of node.value.matchAll(/\bid="([^"]+)"/g)) document.anchors.add(String(id));
    if (node.type === 'inlineCode') document.code.push({ line, text: node.value });
    if (node.type === 'code' && (node.lang === 'sh' || node.lang === 'bash'))
      document.shell.push(...commandsOf(node.value, line + 1));
  }
  return document;
}
