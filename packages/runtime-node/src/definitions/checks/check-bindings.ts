import {
  type AgentDefinition,
  buildNameTable,
  listsPermit,
  nativeTools,
  type Problem,
  resolveName,
  type ToolSpec,
} from '@agent-home/agent-runtime/definition';
import { authMismatch } from '../../bindings/auth-mismatch.ts';
import { addToSettings } from '../../setup/settings-lines.ts';
import type { LoadedDefinitions } from '../loading/load-definitions.ts';
import type { LoadedAgent } from '../loading/loaded-agent.ts';
import type { Report } from './check-references.ts';

/**
 * Reports ToolSpecs that no run of the agent can call. It is an error if the agent's list names one, because the agent would run
 * without a tool that it expects; without a list it is a warning.
 */
export function checkBindings(
  agent: LoadedAgent,
  { tools: lists }: AgentDefinition,
  loaded: LoadedDefinitions,
  report: Report,
): Problem[] {
  const { tools: bindings } = loaded.configured;
  const own = buildNameTable(nativeTools);
  const specs = [...agent.tools, ...loaded.tools]
    .flatMap(({ spec }) => spec ?? [])
    .filter(({ metadata }) => !('canonical' in resolveName(own, metadata.name)));
  const table = buildNameTable([...nativeTools, ...specs.map(({ metadata: { name } }) => ({ name }))]);
  return specs.flatMap((spec, at) => {
    const { name } = spec.metadata;
    if (specs.findIndex(({ metadata }) => metadata.name === name) < at) return [];
    if (!listsPermit(table, lists, name)) return [];
    const wrong = describeFault(spec, Object.hasOwn(bindings, name) ? bindings[name] : undefined);
    if (!wrong) return [];
    const { code, message, remedy } = wrong;
    const named = (lists.allow ?? []).findIndex((entry) => meansTool(table, entry, name));
    if (named >= 0) return report(code, ['tools', 'allow', named], message, undefined, { remedy });
    const severity = code === 'tool_not_bound' ? ({ severity: 'warning' } as const) : {};
    return report(code, ['tools'], message, undefined, { remedy, ...severity });
  });
}

function meansTool(table: ReturnType<typeof buildNameTable>, entry: string, name: string): boolean {
  const meant = resolveName(table, entry);
  return 'canonical' in meant && meant.canonical === name;
}

interface Wrong {
  code: 'tool_not_bound' | 'auth_not_configured' | 'permissions_not_supported';
  message: string;
  remedy: string;
}

function describeFault(
  spec: ToolSpec,
  binding: LoadedDefinitions['configured']['tools'][string] | undefined,
): Wrong | undefined {
  const { name } = spec.metadata;
  if (!(binding?.tool || binding?.http || binding?.command || binding?.module)) {
    const message = `the tool ${name} has a spec, but no binding in the settings`;
    const lines = addToSettings({ tools: { [name]: { command: ['PROGRAM', 'ARGUMENT'] } } });
    return { code: 'tool_not_bound', message, remedy: `${lines}, or bind it to http, module or tool` };
  }
  if (spec.spec.permissions.length > 0) {
    const message = `the spec of ${name} requires permissions (${spec.spec.permissions.join(', ')}), which this runtime does not grant`;
    return {
      code: 'permissions_not_supported',
      message,
      remedy: 'remove permissions from the spec, and narrow the tool with a policy',
    };
  }
  const message = binding.tool === undefined ? authMismatch(spec, binding) : undefined;
  return message === undefined
    ? undefined
    : { code: 'auth_not_configured', message, remedy: `change tools.${name}.http.auth in the settings` };
}
