import type { DefaultTheme } from 'vitepress';
import { getAddress, readTitle } from './pages.ts';

/** A part of the sidebar: documents by their files, under their own headings, and parts of this part. */
interface Part {
  text: string;
  items: readonly (string | Part)[];
  /** Address that the heading of a collapsed part links to. A heading without a link is a button around a button. */
  collapsedBehind?: string;
}

const guides = (...names: string[]) => names.map((name) => `docs/${name}.md`);

/** Documents by the need of their reader; https://diataxis.fr describes the four kinds. */
const parts: readonly Part[] = [
  { text: 'Tutorials', items: ['README.md', ...guides('agents-as-files')] },
  {
    text: 'How-to guides',
    items: [
      {
        text: 'Write agents',
        items: guides(
          ...['README', 'everyday-tasks', 'creating', 'moving-in', 'running'].map((name) => `agents/${name}`),
          ...['contexts', 'routing', 'handoffs', 'delegation', 'guardrails'].map((name) => `agents/${name}`),
          ...['graphs', 'batch', 'tracing'].map((name) => `agents/${name}`),
          ...['agents-on-the-command-line', 'agents-in-programs', 'other-runtimes'],
          ...['policies', 'model-emulator'],
        ),
      },
      { text: 'Join a home', items: guides('client-packages', 'mcp-server', 'a2a') },
      {
        text: 'Operate a home',
        items: guides('operations', 'containers', 'upgrading', 'users', 'schema-versions'),
      },
      {
        text: 'Contribute',
        items: ['CONTRIBUTING.md', ...guides('style', 'simulation', 'mutation', 'releasing'), 'SECURITY.md'],
      },
    ],
  },
  {
    text: 'Reference',
    items: [
      ...guides('commands', 'configuration', 'agents/front-matter', 'limits', 'glossary'),
      'CHANGELOG.md',
      {
        text: 'Protocol',
        collapsedBehind: '/protocol/',
        items: [
          ...guides(...['texts', 'keys', 'certificates'].map((name) => `protocol/${name}`)),
          ...guides(...['ledgers', 'readers', 'access'].map((name) => `protocol/${name}`)),
          ...guides(...['requests', 'feed-and-errors'].map((name) => `protocol/${name}`), 'conformance'),
          'docs/protocol/lists/',
        ],
      },
      { text: 'API of the packages', collapsedBehind: '/api-reference/', items: ['docs/api-reference/'] },
      { text: 'Packages', collapsedBehind: '/#packages', items: ['packages/', 'apps/', 'clients/'] },
    ],
  },
  {
    text: 'Explanation',
    items: [
      ...guides('architecture', 'threat-model', 'scale', 'performance'),
      { text: 'Decisions', collapsedBehind: '/decisions/', items: ['docs/decisions/'] },
    ],
  },
];

/** Returns the sidebar of the site. An item that ends with a slash stands for all pages of a folder, except its README. */
export function readSidebar(root: string, pages: ReadonlyMap<string, string>): DefaultTheme.SidebarItem[] {
  const collectFiles = (item: string) =>
    item.endsWith('/')
      ? [...pages.keys()].filter((file) => file.startsWith(item) && file !== `${item}README.md`)
      : [item];
  const toItem = (file: string): DefaultTheme.SidebarItem => ({
    text: readTitle(root, file),
    link: getAddress(pages.get(file) ?? file),
  });
  const getPart = ({ text, items, collapsedBehind: link }: Part): DefaultTheme.SidebarItem => ({
    text,
    ...(link === undefined ? {} : { link, collapsed: true }),
    items: items.flatMap((item) =>
      typeof item === 'string' ? collectFiles(item).map(toItem) : [getPart(item)],
    ),
  });
  return parts.map(getPart).map(withoutEmptyParts);
}

/** Leaves out parts without a document, such as the part of the API if its pages were not generated. */
function withoutEmptyParts(part: DefaultTheme.SidebarItem): DefaultTheme.SidebarItem {
  if (part.items === undefined) return part;
  const items = part.items.map(withoutEmptyParts).filter((item) => item.items?.length !== 0);
  return { ...part, items };
}
