import { findServer, foldName, getSpecName, toWireName } from './spellings.ts';

/** Tool as it is added to the table. */
export interface NamedTool {
  /** Canonical: `read_file`, `mcp.github.get_issue`, `home.say`. */
  name: string;
  aliases?: readonly string[];
}

/** Names of one tool. */
export interface ToolNames {
  canonical: string;
  wire: string;
  spec: string;
  aliases: readonly string[];
}

/** Two tools of one name: the later one is not in the table, and none of its names resolves to it. */
export interface NameCollision {
  name: string;
  /** Canonical names, the one in the table first. */
  tools: [string, string];
}

/** Names by which a run's tools can be called, and the tool that each one resolves to. */
export interface NameTable {
  readonly tools: ReadonlyMap<string, ToolNames>;
  /** Canonical, wire, spec names and aliases, exactly as they are. */
  readonly exact: ReadonlyMap<string, string>;
  /** Folded names; a fold that several tools share resolves to no tool. */
  readonly folded: ReadonlyMap<string, ReadonlySet<string>>;
  /** MCP servers that a name may refer to: those of the tools, and configured ones that are unavailable. */
  readonly servers: ReadonlySet<string>;
  readonly collisions: readonly NameCollision[];
}

/**
 * Builds the table of these tools. The first tool keeps a name, so put native tools before those of servers.
 * @param configured configured MCP servers, even without tools: a name of one of their tools resolves to no other tool
 */
export function buildNameTable(named: Iterable<NamedTool>, configured: Iterable<string> = []): NameTable {
  const tools = new Map<string, ToolNames>();
  const exact = new Map<string, string>();
  const folded = new Map<string, Set<string>>();
  const servers = new Set(configured);
  const collisions: NameCollision[] = [];
  for (const { name, aliases = [] } of named) {
    const names = { canonical: name, wire: toWireName(name), spec: getSpecName(name), aliases: [...aliases] };
    const all = new Set([name, names.wire, names.spec, ...aliases]);
    const taken = [...all].find((each) => exact.has(each));
    if (taken !== undefined) {
      collisions.push({ name: taken, tools: [exact.get(taken) ?? '', name] });
      continue;
    }
    tools.set(name, names);
    const server = findServer(name);
    if (server !== undefined) servers.add(server);
    for (const each of all) {
      exact.set(each, name);
      const fold = foldName(each);
      if (fold !== '') folded.set(fold, (folded.get(fold) ?? new Set()).add(name));
    }
  }
  return { tools, exact, folded, servers, collisions };
}
