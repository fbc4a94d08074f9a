import type { BindingSettings, ToolSpec } from '@agent-home/agent-runtime/definition';

/** Returns how spec and binding disagree on the authentication of a tool; undefined if they agree. */
export function authMismatch({ metadata, spec }: ToolSpec, { http }: BindingSettings): string | undefined {
  const { type } = spec.auth;
  const given = Object.keys(http?.auth ?? {})[0] ?? 'none';
  return type === given
    ? undefined
    : `the spec of ${metadata.name} says auth ${type}, its binding in the settings ${given}`;
}
