import type { CaseTool, House } from '../case.ts';

/** Normalizes a written tool name (S3-206, ADR 0029): only letters and digits count, in any case and width. */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
const collectNames = (tool: CaseTool) => [tool.name, ...tool.aliases].map(plain);
/** Returns the tool's name on its own server. */
const getBare = ({ name }: CaseTool) =>
  name.startsWith('mcp.') ? name.split('.').slice(2).join('.') : undefined;

/** Names that match a tool letter by letter (ADR 0029): its own, the one for models, the one in specs, and its declared aliases. */
const collectExactNames = ({ name, aliases }: CaseTool) => [
  name,
  name.replaceAll('.', '__'),
  name.replaceAll(/[._]/g, '-'),
  ...aliases,
];
const findServer = ({ name }: CaseTool) => (name.startsWith('mcp.') ? name.split('.')[1] : undefined);

type Names = Pick<House, 'tools' | 'servers'>;

/** Returns the tool with exactly this name, unless another configured server could have a tool with that name. */
function said({ tools, servers }: Names, written: string): CaseTool | undefined {
  const tool = tools.find((each) => collectExactNames(each).includes(written));
  const isAnothers = servers.some(
    (server) =>
      tool !== undefined &&
      server !== findServer(tool) &&
      [`mcp.${server}.`, `mcp__${server}__`, `mcp-${server}-`].some((start) => written.startsWith(start)),
  );
  return isAnothers ? undefined : tool;
}

/**
 * Returns the servers that a loosely written name may refer to. Dots and double underscores end a server's name; otherwise any word
 * may name a server.
 */
function getSpoken({ servers }: Names, written: string): string[] {
  const text = written.normalize('NFKC').trim();
  const marked = /^mcp\.([^.]+)\./i.exec(text)?.[1] ?? /^mcp__(.+?)__/i.exec(text)?.[1];
  if (marked !== undefined) return servers.filter((server) => plain(server) === plain(marked));
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map(plain)
    .filter((word) => word !== '');
  if (words[0] !== 'mcp') return [];
  return servers.filter((server) =>
    words.some((_, index) => index > 0 && words.slice(1, index).join('') === plain(server)),
  );
}

/**
 * Returns the one tool that a model's name denotes. A name of two tools denotes none, and a name of a server's tool denotes no
 * other server's.
 */
export function meant(names: Names, written: string): CaseTool | undefined {
  const { tools } = names;
  if (tools.some((tool) => collectExactNames(tool).includes(written))) return said(names, written);
  const alike = tools.filter((tool) => collectNames(tool).includes(plain(written)));
  const [only] = alike;
  if (only === undefined || alike.length > 1) return undefined;
  const own = findServer(only);
  const spoken = getSpoken(names, written);
  return spoken.every((server) => server === own) && (own === undefined || spoken.length > 0)
    ? only
    : undefined;
}

/** True if a permission matches a tool letter by letter; similar names do not match. */
export function permits(names: Names, entry: string, tool: CaseTool): boolean {
  if (!entry.endsWith('*')) return said(names, entry) === tool;
  const start = entry.slice(0, -1);
  const server = findServer(tool);
  const isWhole = server === undefined || ['', 'm', 'mc', 'mcp', 'mcp.'].includes(start);
  return tool.name.startsWith(start) && (isWhole || start.startsWith(`mcp.${server}.`));
}

/** True if an entry forbids the tool. A prohibition also covers the same tool of any other server, under each of its names. */
export function forbids(names: Names, entry: string, tool: CaseTool): boolean {
  const bare = getBare(tool);
  const ofBare = bare === undefined ? undefined : meant(names, bare);
  const reached = [...collectNames(tool), ...(bare === undefined ? [] : [plain(bare)])];
  if (ofBare) reached.push(plain(ofBare.name));
  if (entry.endsWith('*'))
    return [tool.name, ...tool.aliases, ...(bare === undefined ? [] : [bare])].some((name) =>
      begins(name, entry.slice(0, -1)),
    );
  const one = meant(names, entry);
  return reached.includes(plain(entry)) || (one !== undefined && reached.includes(plain(one.name)));
}

/** A prefix that ends with a separator ends with a whole word: `mcp.git.` does not match `mcp.github.get_issue`. */
function begins(name: string, beginning: string): boolean {
  if (!/[^a-z0-9]$/i.test(beginning)) return plain(name).startsWith(plain(beginning));
  const words = (text: string) =>
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '');
  return words(beginning).every((word, index) => words(name)[index] === word);
}
