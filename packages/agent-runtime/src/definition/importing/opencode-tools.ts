import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { asText } from './import-members.ts';
import type { ImportReport } from './import-report.ts';

/**
 * Reads the tools of an opencode agent. `tools` is a map of names to switches, and a tool that it does not name is available.
 * `permission` denies some of them. Undefined `tools` mean all.
 */
export function opencodeTools(
  { tools, permission }: JsonObject,
  report: ImportReport,
): { tools: JsonValue | undefined; denied: JsonValue | undefined } {
  const denied = [...switchedOff(tools), ...deniedBy(permission, report)];
  const isMap = typeof tools === 'object' && tools !== null && !Array.isArray(tools);
  return {
    tools: isMap || tools === null ? undefined : tools,
    denied: denied.length === 0 ? undefined : denied,
  };
}

function switchedOff(tools: JsonValue | undefined): string[] {
  if (typeof tools !== 'object' || tools === null || Array.isArray(tools)) return [];
  return Object.entries(tools).flatMap(([name, isOn]) => (isOn === true ? [] : [name]));
}

/** `ask` has no counterpart in a file: the settings decide which tools need approval. */
function deniedBy(permission: JsonValue | undefined, report: ImportReport): string[] {
  if (permission === undefined || permission === null) return [];
  if (typeof permission === 'string') return permission === 'deny' ? ['*'] : [];
  if (typeof permission !== 'object' || Array.isArray(permission)) {
    report.look.push(`permission ${asText(permission)} is not valid, so every tool is denied`);
    return ['*'];
  }
  return Object.entries(permission).flatMap(([tool, rule]) => {
    if (rule === 'deny') return tool === 'edit' ? ['edit', 'write', 'patch'] : [tool];
    if (rule === 'allow' || rule === 'ask') return [];
    report.look.push(`permission ${tool}: patterns are not supported; write a policy instead`);
    return [];
  });
}
