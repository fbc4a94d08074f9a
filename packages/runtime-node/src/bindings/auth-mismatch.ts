import type { BindingSettings, ToolSpec } from '@agent-home/agent-runtime/definition';

/** Returns how spec and binding disagree on the authentication of a tool; undefined if they agree. */
export function authMismatch({ metadata, spec }: ToolSpec, { http }: BindingSettings): string | undefined {
  const { type } = spec.auth;
  const given = Object.keys(http?.auth ?? {})[0] ?? 'none';
  return type === given
    ? undefined
    : `auth of the tool ${metadata.name} is ${type} in its spec and ${given} in its binding (tools.${metadata.name} of the settings): set both to the same`;
}
