import Slugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as toText } from 'mdast-util-to-string';

type Node = ReturnType<typeof fromMarkdown>['children'][number] | ReturnType<typeof fromMarkdown>;

export interface Found {
  line: number;
  text: string;
}

/** Checked parts of a Markdown document. */
export interface Document {
  /** Targets of its links and images, as written. */
  links: Found[];
  /** Valid anchors: headings as GitHub converts them, and `id`s in HTML. */
  anchors: Set<string>;
  /** Lines of shell in code blocks, and inline code. */
  shell: Found[];
  code: Found[];
}

function* walk(node: Node): Generator<Node> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child as Node);
}

/**
 * Returns the commands of a block: a line that ends with a backslash continues in the next, and printed output
 * is left out.
 */
function collectCommands(value: string, firstLine: number): Found[] {
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
    if (node.type === 'heading') document.anchors.add(slugger.slug(toText(node)));
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      document.links.push({ line, text: node.url });
    if (node.type === 'html')
      for (const [, id] of node.value.matchAll(/\bid="([^"]+)"/g)) document.anchors.add(String(id));
    if (node.type === 'inlineCode') document.code.push({ line, text: node.value });
    if (node.type === 'code' && (node.lang === 'sh' || node.lang === 'bash'))
      document.shell.push(...collectCommands(node.value, line + 1));
  }
  return document;
}
