import type { DefaultTheme } from 'vitepress';
import { addressOf, readTitle } from './pages.ts';

/** A part of the sidebar: documents by their files, under their own headings, and parts of this part. */
interface Part {
  text: string;
  items: readonly (string | Part)[];
  isCollapsed?: boolean;
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
          ...['README', 'creating', 'moving-in', 'running'].map((name) => `agents/${name}`),
          ...['contexts', 'routing', 'handoffs', 'guardrails'].map((name) => `agents/${name}`),
          ...['graphs', 'batch', 'tracing'].map((name) => `agents/${name}`),
          ...['agents-on-the-command-line', 'policies', 'model-emulator'],
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
      ...guides('commands', 'configuration', 'agents/front-matter', 'reasons', 'limits', 'glossary'),
      'CHANGELOG.md',
      {
        text: 'Protocol',
        isCollapsed: true,
        items: [
          ...guides(...['README', 'texts', 'keys', 'certificates'].map((name) => `protocol/${name}`)),
          ...guides(...['ledgers', 'readers', 'access'].map((name) => `protocol/${name}`)),
          ...guides(...['requests', 'feed-and-errors'].map((name) => `protocol/${name}`), 'conformance'),
          { text: 'Lists', isCollapsed: true, items: ['docs/protocol/lists/'] },
        ],
      },
      { text: 'API of the packages', isCollapsed: true, items: ['docs/api-reference/'] },
      { text: 'Packages', isCollapsed: true, items: ['packages/', 'apps/', 'clients/'] },
    ],
  },
  {
    text: 'Explanation',
    items: [
      ...guides('architecture', 'threat-model', 'scale', 'performance'),
      { text: 'Decisions', isCollapsed: true, items: ['docs/decisions/'] },
    ],
  },
];

/** Returns the sidebar of the site. An item that ends with a slash stands for all pages of a folder, its README first. */
export function readSidebar(root: string, pages: ReadonlyMap<string, string>): DefaultTheme.SidebarItem[] {
  const filesOf = (item: string) =>
    item.endsWith('/')
      ? [...pages.keys()].filter((file) => file.startsWith(item)).toSorted(readmeFirst(item))
      : [item];
  const itemOf = (file: string) => ({
    text: readTitle(root, file),
    link: addressOf(pages.get(file) ?? file),
  });
  const partOf = ({ text, items, isCollapsed }: Part): DefaultTheme.SidebarItem => ({
    text,
    ...(isCollapsed === undefined ? {} : { collapsed: isCollapsed }),
    items: items.flatMap((item) => (typeof item === 'string' ? filesOf(item).map(itemOf) : partOf(item))),
  });
  return parts.map(partOf).map(withoutEmptyParts);
}

const readmeFirst = (folder: string) => (one: string, other: string) =>
  Number(other === `${folder}README.md`) - Number(one === `${folder}README.md`) || (one < other ? -1 : 1);

/** Leaves out parts without a document, as that of the API where its pages were not generated. */
function withoutEmptyParts(part: DefaultTheme.SidebarItem): DefaultTheme.SidebarItem {
  if (part.items === undefined) return part;
  const items = part.items.map(withoutEmptyParts).filter((item) => item.items?.length !== 0);
  return { ...part, items };
}
