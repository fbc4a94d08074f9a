import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents at the top of the repository, with their names in the site. */
const topDocuments: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'CHANGELOG.md': 'changelog.md',
};

/** Folders that contain packages, each with a README. */
const packageFolders = ['packages', 'apps', 'clients'];

const packages = `{${packageFolders.join(',')}}`;

/**
 * Patterns of VitePress for all files but those of `readPages`. A clone may hold agents and notes of its user, which must
 * neither be published nor fail the build.
 */
export const excludedFiles = [
  `!(${Object.keys(topDocuments).join('|')})`.replaceAll('.md', '').concat('.md'),
  `!(docs|${packageFolders.join('|')})/**/*.md`,
  `${packages}/*.md`,
  `${packages}/*/!(README).md`,
  `${packages}/*/*/**`,
];

/** Returns the pages of the site: the file in the repository, and the file name by which VitePress gives it an address. */
export function readPages(root: string): Map<string, string> {
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^[^.].*\.md$/.test(name))
    .map((name) => [`docs/${name}`, name.replace(/README\.md$/, 'index.md')] as const);
  const readmes = packageFolders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((name) => [`${folder}/${name}/README.md`, `packages/${name}.md`] as const)
      .filter(([file]) => existsSync(join(root, file))),
  );
  const pages = [...Object.entries(topDocuments), ...documents, ...readmes];
  return new Map(pages.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the address of a page below the site, as `/agents/` or `/agents/running`. */
export const getAddress = (page: string) => `/${page.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`;

/** Returns the first heading of a document as plain text. */
export function readTitle(root: string, file: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${file} has no heading of the first level`);
  return title.replaceAll(/[`\\]/g, '');
}
