import type {
  CallContext,
  CallTicket,
  PreparedCall,
  ToolDescription,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';
import type { BindingSettings, Settings, ToolSpec } from '@agent-home/agent-runtime/definition';
import { asJson } from '@agent-home/protocol';
import { failed } from '../outcomes/tool-outcomes.ts';
import type { PlaceOf } from '../processes/program-place.ts';
import { SetupError } from '../setup/setup-error.ts';
import { handlesIn, type Vault } from '../vault/vault.ts';
import type { Acting } from './acting.ts';
import { authMismatch } from './auth-mismatch.ts';
import { type BoundTool, boundTool } from './bound-tool.ts';
import { commandBinding } from './command-binding.ts';
import { httpBinding } from './http-binding.ts';
import { moduleBinding } from './module-binding.ts';
import { operatorWords } from './operator-words.ts';

export interface BindingOptions {
  vault: Vault;
  /** Returns the location of a tool's program or module. */
  placeOf: PlaceOf;
}

/**
 * Returns the tools of ToolSpecs that the settings bind, as one provider. A spec without a binding has no tool.
 * @throws SetupError `auth_not_configured` if spec and binding disagree on the authentication
 */
export function bindTools(
  specs: readonly ToolSpec[],
  settings: Settings['tools'],
  options: BindingOptions,
): ToolProvider {
  const tools = new Map<string, BoundTool>();
  for (const spec of specs) {
    const { name } = spec.metadata;
    const binding = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (!binding || tools.has(name)) continue;
    // `trusted` and `safe` alone are declarations, not a binding.
    if (!(binding.http || binding.command || binding.module)) continue;
    requireAuth(spec, binding);
    const act = findActing(spec, binding, options);
    if (!act) continue;
    const { description, call } = boundTool(spec, act);
    tools.set(name, { description: { ...description, ...operatorWords(name, settings) }, call });
    options.vault.taken(name, handlesIn(asJson(binding)));
  }
  return new BoundTools(tools);
}

function findActing(spec: ToolSpec, binding: BindingSettings, options: BindingOptions): Acting | undefined {
  const { vault, placeOf } = options;
  const place = placeOf(spec.metadata.name);
  if (binding.http) return httpBinding(spec, binding.http, vault);
  if (binding.command) return commandBinding(binding.command, place, spec.spec.timeoutMs);
  if (binding.module !== undefined) {
    const { timeoutMs } = spec.spec;
    const exported = { module: binding.module, name: binding.export ?? 'default' };
    return moduleBinding(exported, { place, timeoutMs, secrets: vault.secrets });
  }
  return undefined;
}

function requireAuth(spec: ToolSpec, binding: BindingSettings): void {
  const mismatch = authMismatch(spec, binding);
  if (mismatch !== undefined) throw new SetupError('auth_not_configured', mismatch);
}

class BoundTools implements ToolProvider {
  readonly source = 'native';
  readonly #tools: ReadonlyMap<string, BoundTool>;

  constructor(tools: ReadonlyMap<string, BoundTool>) {
    this.#tools = tools;
  }

  async tools(): Promise<ToolDescription[]> {
    return [...this.#tools.values()].map(({ description }) => structuredClone(description));
  }

  async invoke(ticket: CallTicket, call: PreparedCall, { signal }: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    const tool = this.#tools.get(call.tool);
    return tool
      ? tool.call(call.arguments, { signal, idempotencyKey: call.idempotencyKey })
      : failed('unknown_tool', `the tool ${call.tool} does not exist: call one of the given tools`);
  }

  async close(): Promise<void> {}
}
