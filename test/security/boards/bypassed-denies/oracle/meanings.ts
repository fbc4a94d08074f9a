import type { CaseTool } from '../case.ts';

/** Tools that a written name means (S3-206, ADR 0029): only letters and digits count, in any case and width. */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
const namesOf = (tool: CaseTool) => [tool.name, ...tool.aliases].map(plain);
/** What a server calls its own tool. */
const bareOf = ({ name }: CaseTool) =>
  name.startsWith('mcp.') ? name.split('.').slice(2).join('.') : undefined;

/** The one tool that a model means; a name of two is nobody's. */
export function meant(tools: readonly CaseTool[], written: string): CaseTool | undefined {
  const exact = tools.find((tool) => tool.name === written || tool.aliases.includes(written));
  if (exact) return exact;
  const alike = tools.filter((tool) => namesOf(tool).includes(plain(written)));
  return alike.length === 1 ? alike[0] : undefined;
}

/** A permission reaches what it says, and nothing that is only alike. */
export function permits(tools: readonly CaseTool[], entry: string, tool: CaseTool): boolean {
  if (entry.endsWith('*')) return tool.name.startsWith(entry.slice(0, -1));
  return meant(tools, entry) === tool;
}

/** A prohibition also reaches the same tool of any server, under whichever of its names it was said. */
export function forbids(tools: readonly CaseTool[], entry: string, tool: CaseTool): boolean {
  const bare = bareOf(tool);
  const ofBare = bare === undefined ? undefined : meant(tools, bare);
  const reached = [...namesOf(tool), ...(bare === undefined ? [] : [plain(bare)])];
  if (ofBare) reached.push(plain(ofBare.name));
  if (entry.endsWith('*'))
    return [tool.name, ...tool.aliases, ...(bare === undefined ? [] : [bare])].some((name) =>
      begins(name, entry.slice(0, -1)),
    );
  const said = meant(tools, entry);
  return reached.includes(plain(entry)) || (said !== undefined && reached.includes(plain(said.name)));
}

/** A beginning that ends with a separator ends with a word: `mcp.git.` does not begin `mcp.github.get_issue`. */
function begins(name: string, beginning: string): boolean {
  if (!/[^a-z0-9]$/i.test(beginning)) return plain(name).startsWith(plain(beginning));
  const words = (text: string) =>
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '');
  return words(beginning).every((word, index) => words(name)[index] === word);
}
