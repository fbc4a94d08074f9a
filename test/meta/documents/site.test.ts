import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, resolveConfig } from 'vitepress';
import { expect, onTestFinished, test } from 'vitest';
import { browsedRepository, resolveLink } from '../../../docs/.vitepress/site/links.ts';
import { getAddress, readPages } from '../../../docs/.vitepress/site/pages.ts';
import { readSidebar } from '../../../docs/.vitepress/site/sidebar.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pages = readPages(root);

const collectLinks = ({ link, items = [] }: DefaultTheme.SidebarItem): string[] => [
  ...(link === undefined || link.includes('#') ? [] : [link]),
  ...items.flatMap(collectLinks),
];

test('every document is in the sidebar once', () => {
  const links = readSidebar(root, pages).flatMap(collectLinks);
  expect(links.toSorted()).toEqual([...pages.values()].map(getAddress).toSorted());
});

test('links of documents lead to pages or to the repository', () => {
  const repositoryUrl = browsedRepository('git+https://example.org/owner/home.git');
  const files = { root, pages, repositoryUrl };
  const from = 'docs/agents/running.md';
  expect(repositoryUrl).toBe('https://example.org/owner/home');
  expect(resolveLink('../policies.md#effects', from, files)).toBe('/policies#effects');
  expect(resolveLink('../decisions', from, files)).toBe('/decisions/');
  expect(resolveLink('../../README.md', from, files)).toBe('/');
  expect(resolveLink('https://example.com/', from, files)).toBe('https://example.com/');
  expect(resolveLink('#here', from, files)).toBe('#here');
  expect(resolveLink('../../apps/cli/package.json', from, files)).toBe(
    `${repositoryUrl}/blob/HEAD/apps/cli/package.json`,
  );
  expect(resolveLink('../../vectors', from, files)).toBe(`${repositoryUrl}/tree/HEAD/vectors`);
  expect(resolveLink('../../vectors', from, { ...files, repositoryUrl: undefined })).toBeUndefined();
  for (const gone of ['../gone.md', 'gone.md', '../../apps/gone.ts'])
    expect(() => resolveLink(gone, from, files)).toThrow(`dead link in ${from}: ${gone}`);
});

test('files of the user of a clone are no part of the site', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'agent-home-site-'));
  onTestFinished(() => rm(clone, { recursive: true, force: true, maxRetries: 5 }));
  await mkdir(join(clone, 'docs'));
  for (const file of ['package.json', 'docs/.vitepress/config.ts', 'docs/.vitepress/site', ...pages.keys()])
    await cp(join(root, file), join(clone, file), { recursive: true });
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  for (const file of [
    'NOTES.md',
    'agents/ada.md',
    'packages/notes.md',
    'packages/sdk/notes.md',
    'packages/sdk/src/a.md',
  ]) {
    await mkdir(dirname(join(clone, file)), { recursive: true });
    await writeFile(join(clone, file), '# Mine\n\n[gone](gone.md)\n');
  }
  const site = await resolveConfig(join(clone, 'docs'), 'build', 'production');
  expect(site.pages.toSorted()).toEqual([...pages.keys()].toSorted());
});
