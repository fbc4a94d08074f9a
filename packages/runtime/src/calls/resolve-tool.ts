import { type NameTable, resolveName } from '@agent-home/definition';
import type { CallRequested, PinnedTool } from '@agent-home/run-log';

export type FoundTool =
  | { tool: PinnedTool; how: CallRequested['name_resolution'] }
  | { tool?: undefined; how: 'unknown' | 'missing'; problem: string };

/** Which of a run's tools a model means, or what to tell it. A name that could mean two means none. */
export function resolveTool(
  { names, toolsByName }: { names: NameTable; toolsByName: ReadonlyMap<string, PinnedTool> },
  written: string,
): FoundTool {
  const found = resolveName(names, written);
  if ('canonical' in found) {
    const tool = toolsByName.get(found.canonical);
    if (tool) return { tool, how: found.how };
    return { how: 'unknown', problem: 'unknown_tool' };
  }
  if (found.how === 'missing') return { how: 'missing', problem: 'missing_name' };
  if (found.how === 'unavailable') return { how: 'unknown', problem: 'tool_unavailable' };
  const nearest = found.nearest.slice(0, 3).map((name) => toolsByName.get(name)?.wire_name ?? name);
  if (nearest.length === 0) return { how: 'unknown', problem: 'unknown_tool' };
  return { how: 'unknown', problem: `Did you mean ${nearest.join(' or ')}?` };
}
