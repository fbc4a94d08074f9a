import type { ToolDescription } from '@agent-home/agent-runtime';
import type { Settings } from '@agent-home/agent-runtime/definition';

/** Declarations of the settings about a tool under a name; only true ones, so that names of one tool add up. */
export function operatorWords(
  name: string,
  settings: Settings['tools'],
): Pick<ToolDescription, 'trusted' | 'declaredSafe'> {
  const { trusted, safe } = (Object.hasOwn(settings, name) ? settings[name] : undefined) ?? {};
  return { ...(trusted ? { trusted } : {}), ...(safe ? { declaredSafe: true } : {}) };
}
