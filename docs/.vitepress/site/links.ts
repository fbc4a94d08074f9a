import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { getAddress } from './pages.ts';

export interface LinkedFiles {
  /** Folder of the repository. */
  root: string;
  /** Pages by their files, as `readPages` returns them. */
  pages: ReadonlyMap<string, string>;
  /** Address of the repository's files for a browser, without a slash at its end; undefined if they have none. */
  repositoryUrl: string | undefined;
}

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/**
 * Resolves relative links, which are written for readers of the repository: to a page of the site, else to the file in the
 * repository, else to plain text.
 * @throws Error while a page is rendered if a link leads to nothing
 */
export function resolveLinks(markdown: MarkdownRenderer, files: LinkedFiles): void {
  const getFile = new Map([...files.pages].map(([file, page]) => [page, file]));
  markdown.core.ruler.push('links into the repository', ({ tokens, env }) => {
    const { relativePath } = env as MarkdownEnv;
    const from = getFile.get(relativePath) ?? relativePath;
    for (const { children } of tokens) resolveIn(children ?? [], (href) => resolveLink(href, from, files));
  });
}

/** Links do not nest, so that the next end of a link belongs to the last beginning. */
function resolveIn(tokens: readonly Token[], resolve: (href: string) => string | undefined): void {
  let isPlain = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = token.attrGet('href') ?? '';
      const resolved = resolve(href);
      isPlain = resolved === undefined;
      if (resolved !== undefined) token.attrSet('href', resolved);
    }
    if (isPlain && (token.type === 'link_open' || token.type === 'link_close'))
      Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0, attrs: null });
  }
}

/** Returns the address that a link of a document leads to, or undefined for a file without one. */
export function resolveLink(href: string, from: string, files: LinkedFiles): string | undefined {
  if (/^([a-z][a-z+.-]*:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = decodeURI(href).split('#');
  const target = posix.join(posix.dirname(from), path).replace(/\/$/, '');
  const page = files.pages.get(target) ?? files.pages.get(`${target}/README.md`);
  if (page !== undefined) return `${getAddress(page)}${anchor === undefined ? '' : `#${anchor}`}`;
  const place = join(files.root, target);
  // The container image is built from some of the files: `npm run check -- documents` finds dead links into the others.
  const [top = ''] = target.split('/');
  if (!existsSync(place) && top !== target && existsSync(join(files.root, top)))
    throw new Error(`dead link in ${from}: ${href}`);
  if (files.repositoryUrl === undefined) return undefined;
  const kind = existsSync(place) && statSync(place).isDirectory() ? 'tree' : 'blob';
  return `${files.repositoryUrl}/${kind}/HEAD/${encodeURI(target)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Returns the address for browsers of a `repository` in a manifest, as `git+https://host/owner/name.git`. */
export function browsedRepository(url: string | undefined): string | undefined {
  return url === undefined ? undefined : /(https:\/\/.+?)(?:\.git)?\/?$/.exec(url)?.[1];
}
