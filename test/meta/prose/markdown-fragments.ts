import { fromMarkdown } from 'mdast-util-from-markdown';
import { type Fragment, maskAsCode, maskAsSpace, maskCode } from './fragment.ts';

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number];

function children(node: Node): Node[] {
  return 'children' in node ? (node.children as Node[]) : [];
}

function* codeIn(node: Node): Generator<[number, number]> {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  if (node.type === 'inlineCode' || node.type === 'html' || node.type === 'image') yield [start, end];
  if (node.type === 'link' || node.type === 'linkReference')
    yield [children(node).at(-1)?.position?.end.offset ?? start, end];
  for (const child of children(node)) yield* codeIn(child);
}

function toFragment(kind: 'heading' | 'text', node: Node, source: string): Fragment {
  const start = node.position?.start.offset ?? 0;
  let text = source.slice(start, node.position?.end.offset);
  for (const [from, to] of codeIn(node))
    text =
      text.slice(0, from - start) + maskAsCode(text.slice(from - start, to - start)) + text.slice(to - start);
  return { kind, start, text: maskCode(text) };
}

function* walk(node: Node, source: string): Generator<Fragment> {
  if (node.type === 'heading') yield toFragment('heading', node, source);
  else if (node.type === 'paragraph') yield toFragment('text', node, source);
  else for (const child of children(node)) yield* walk(child, source);
}

/** Metadata in front of the document, between two lines of dashes. */
const frontMatter = /^---\n[\s\S]*?\n---\n/;

/** Returns the headings and paragraphs of a document. Table rows that quote words to avoid are left out. */
export function markdownFragments(
  markdown: string,
  { tables = true }: { tables?: boolean } = {},
): Fragment[] {
  const source = markdown
    .replace(frontMatter, (text) => text.replace(/[^\n]/g, ' '))
    .replace(/^\|.*$/gm, (row) => (tables ? row : maskAsSpace(row)));
  return [...walk(fromMarkdown(source), source)];
}
