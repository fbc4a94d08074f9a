import type { ToolDescription } from '@agent-home/agent-runtime';
import type { Settings } from '@agent-home/agent-runtime/definition';

/**
 * Returns the declarations in the settings about a tool under a name. Only true ones are included, so that those of several names
 * of a tool can be combined.
 */
export function operatorWords(
  name: string,
  settings: Settings['tools'],
): Pick<ToolDescription, 'trusted' | 'declaredSafe'> {
  const { trusted, safe } = (Object.hasOwn(settings, name) ? settings[name] : undefined) ?? {};
  return { ...(trusted ? { trusted } : {}), ...(safe ? { declaredSafe: true } : {}) };
}
