import {
  resultText,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import type { Settings, ToolSpec } from '@agent-home/agent-runtime/definition';
import { isAtLeast } from '@agent-home/agent-runtime/policy';
import { asJson, type JsonObject } from '@agent-home/protocol';
import { checkedOutput } from './bound-tool.ts';
import { operatorWords } from './operator-words.ts';
import { specAttempts } from './provider-attempts.ts';

/**
 * Returns the tools that settings bind to a ToolSpec. They can also be called by the spec's name, and a deny of either name
 * applies. The spec narrows such a tool: arguments and output must also conform to the spec, and the shorter timeout and the higher
 * risk apply. Only for attempts, the spec may allow more. Declarations of the operator about the tool, under any of its names, are
 * added.
 */
export function withSpecNames(
  provider: ToolProvider,
  specs: readonly ToolSpec[],
  settings: Settings['tools'],
): ToolProvider {
  const bound = boundNames(specs, settings);
  const attempts = new Map(
    [...bound].flatMap(([tool, names]) =>
      collectSpecs(names)
        .slice(0, 1)
        .map((spec) => [tool, specAttempts(provider, spec)] as const),
    ),
  );
  return {
    source: provider.source,
    tools: async (signal) =>
      (await provider.tools(signal)).map((tool) => {
        const names = bound.get(tool.name) ?? [];
        return withWords(described(tool, names), [tool.name, ...names.map(({ name }) => name)], settings);
      }),
    invoke: async (ticket, call, context) => {
      const attempt = attempts.get(call.tool);
      const outcome = attempt
        ? await attempt(ticket, call, context)
        : await provider.invoke(ticket, call, context);
      const [spec] = collectSpecs(bound.get(call.tool) ?? []);
      return spec ? checkedOutcome(outcome, spec) : outcome;
    },
    close: () => provider.close(),
    ...(provider.prepare ? { prepare: provider.prepare.bind(provider) } : {}),
    ...(provider.settle ? { settle: provider.settle.bind(provider) } : {}),
  };
}

interface BoundName {
  name: string;
  /** Undefined without a spec: only the name is bound then. */
  spec: ToolSpec['spec'] | undefined;
}

function boundNames(specs: readonly ToolSpec[], settings: Settings['tools']): Map<string, BoundName[]> {
  const bound = new Map<string, BoundName[]>();
  for (const [name, { tool }] of Object.entries(settings)) {
    if (tool === undefined) continue;
    const spec = specs.find(({ metadata }) => metadata.name === name)?.spec;
    bound.set(tool, [...(bound.get(tool) ?? []), { name, spec }]);
  }
  return bound;
}

function collectSpecs(bound: readonly BoundName[]): ToolSpec['spec'][] {
  return bound.flatMap(({ spec }) => spec ?? []);
}

function described(tool: ToolDescription, bound: readonly BoundName[]): ToolDescription {
  if (bound.length === 0) return tool;
  const named = { ...tool, aliases: [...tool.aliases, ...bound.map(({ name }) => name)] };
  const [spec] = collectSpecs(bound);
  if (!spec) return named;
  return {
    ...named,
    parameters: asJson(spec.inputsSchema) as JsonObject,
    risk: spec.sideEffects && !isAtLeast(tool.risk, 'high') ? 'high' : tool.risk,
    sideEffects: tool.sideEffects || spec.sideEffects,
    idempotent: tool.idempotent || spec.idempotent,
    timeoutMs: Math.min(tool.timeoutMs, spec.timeoutMs),
    ...(spec.dataScope === undefined ? {} : { dataScope: asJson(spec.dataScope) as JsonObject }),
  };
}

function withWords(
  tool: ToolDescription,
  names: readonly string[],
  settings: Settings['tools'],
): ToolDescription {
  const words = names.map((name) => operatorWords(name, settings));
  return {
    ...tool,
    ...(words.some(({ trusted }) => trusted) ? { trusted: true } : {}),
    ...(words.some(({ declaredSafe }) => declaredSafe) ? { declaredSafe: true } : {}),
  };
}

/** Checks that an outcome conforms to the spec's schema. Failures are not checked. */
function checkedOutcome(outcome: ToolOutcome, { outputsSchema }: ToolSpec['spec']): ToolOutcome {
  if (outcome.status !== 'ok') return outcome;
  const checked = checkedOutput(resultText(outcome), asJson(outputsSchema) as JsonObject, outcome.metadata);
  if (checked.status === 'ok') return outcome;
  return outcome.tainted ? { ...checked, tainted: true } : checked;
}
