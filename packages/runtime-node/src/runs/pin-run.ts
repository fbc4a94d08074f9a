import {
  delegateTool,
  isUsableSchema,
  readResultTool,
  rememberTool,
  type ToolDescription,
} from '@agent-home/agent-runtime';
import { buildNameTable, memoryTools } from '@agent-home/agent-runtime/definition';
import { knownRisk } from '@agent-home/agent-runtime/policy';
import {
  type PinnedTool,
  pinnedToolSchema,
  type RunLeg,
  type RunLimits,
  type RunStarted,
} from '@agent-home/agent-runtime/run-log';
import { asJson, canonicalJson } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { pinGraph } from '../setup/pin-graph.ts';
import { pinnedGuardrails } from '../setup/pin-guardrails.ts';
import { pinHandoffs } from '../setup/pin-handoffs.ts';
import { SetupError } from '../setup/setup-error.ts';
import { getLimits } from './run-limits.ts';
import type { RunSetup } from './run-setup.ts';

export interface PinnedRun {
  started: RunStarted;
  /** Tools that were left out, each with its reason. */
  leftOut: { tool: string; reason: string }[];
}

/** Builds a run's first record from an order and the current tools. */
export function pinRun(
  order: RunSetup,
  {
    runId,
    salt,
    privateKey,
    tools,
  }: {
    runId: string;
    salt: string;
    /** 32 random bytes in hexadecimal, used if content of the run is private. */
    privateKey?: string;
    tools: readonly ToolDescription[];
  },
): PinnedRun {
  const { pinned, leftOut } = pinLeg(order, tools);
  const started: RunStarted = {
    ...pinned,
    format: 3,
    run_id: runId,
    session_id: order.sessionId,
    operator: getOperator(order),
    event_level: order.definition.observability.eventLevel,
    ...pinGraph(order.definition, order.graphStart),
    ...(order.policyBundle === undefined ? {} : { policy_bundle: order.policyBundle }),
    salt,
    ...pinPrivacy(order, privateKey),
  };
  return { started, leftOut };
}

function pinPrivacy({ operator: { privateFields = [] } }: RunSetup, key: string | undefined) {
  if (privateFields.length === 0 || key === undefined) return {};
  return { private_fields: [...privateFields], private_key: key };
}

/** Pins the settings of an agent that joins a run of another agent. */
export function pinLeg(
  order: RunSetup,
  tools: readonly ToolDescription[],
): { pinned: RunLeg; leftOut: PinnedRun['leftOut'] } {
  const { definition, model } = order;
  const handoffs = pinHandoffs(definition);
  const own = handoffs.map(({ description }) => description);
  const { tools: pinnedTools, leftOut } = pinTools([...own, ...tools]);
  leftOut.push(...unknownServerTools(definition, pinnedTools));
  const pinned: RunLeg = {
    agent: definition.name,
    title: definition.title,
    definition: asJson(definition),
    definition_sha256: order.definitionSha256,
    system_prompt: order.systemPrompt,
    lists: withDenies(collectLists(definition, collectOwnTools(order)), order.inheritedDeny),
    tools: pinnedTools.map((tool) => hideLocked(tool, order.operator.unlocked)),
    ...collectServers(order),
    policies: order.policies,
    limits: countableLimits(order),
    model: {
      provider: model.provider,
      name: model.name,
      ...(model.settingsKey === undefined ? {} : { settings_key: model.settingsKey }),
      params: definition.model.params,
      context_window: model.contextWindow,
      reserved_output: model.reservedOutput,
      ...(model.price === undefined ? {} : { price: model.price }),
      ...(model.prices === undefined ? {} : { prices: model.prices }),
      ...(model.input === undefined ? {} : { input: [...model.input] }),
    },
    context: order.context,
    tainted: order.tainted,
    ...(order.identity === undefined ? {} : { identity: order.identity }),
    ...(order.memory === undefined ? {} : { memory: order.memory }),
    ...(order.sessionMemory === undefined ? {} : { session_memory: order.sessionMemory }),
    ...(order.repair === undefined ? {} : { repair: order.repair }),
    ...(order.registered === undefined ? {} : { registered: order.registered }),
    ...pinnedGuardrails(definition),
    ...(order.contextBounds === undefined ? {} : { context_bounds: order.contextBounds }),
    ...(handoffs.length === 0 ? {} : { handoffs: handoffs.map((each) => each.pinned) }),
    ...pinSubagents(order),
  };
  return { pinned, leftOut };
}

/** Returns list entries for tools that a responding server does not have. */
function unknownServerTools(
  { tools: { allow = [] } }: RunSetup['definition'],
  tools: readonly PinnedTool[],
): PinnedRun['leftOut'] {
  return allow.flatMap((tool) => {
    const server = /^(mcp\.[^.]+\.)[^*]+$/.exec(tool)?.[1];
    const isAnswered = server !== undefined && tools.some(({ name }) => name.startsWith(server));
    return isAnswered && !tools.some(({ name }) => name === tool) ? [{ tool, reason: 'unknown_tool' }] : [];
  });
}

function collectServers({ definition, servers = [] }: RunSetup): Pick<RunLeg, 'servers'> {
  const all = [...new Set([...definition.mcpServers, ...servers])].sort();
  return all.length === 0 ? {} : { servers: all };
}

function collectOwnTools({ sessionMemory, memory, subagents = [] }: RunSetup): string[] {
  return [
    ...(sessionMemory ? [rememberTool] : []),
    ...(memory ? memoryTools : []),
    ...(subagents.length > 0 ? [delegateTool] : []),
  ];
}

function pinSubagents({ subagents = [] }: RunSetup): Pick<RunLeg, 'subagents'> {
  return subagents.length === 0 ? {} : { subagents: [...subagents] };
}

/**
 * Returns the agent's lists with the runtime's own tools, which need no entry: other members of the definition
 * enable them.
 */
export function collectLists(definition: RunSetup['definition'], own: readonly string[]): RunLeg['lists'] {
  const { allow, deny } = definition.tools;
  if (allow === undefined) return { deny };
  const names = pinHandoffs(definition).map(({ description }) => description.name);
  const all = [...allow, ...own, ...names];
  // An agent without tools has no results to read.
  return { allow: all.length === 0 ? all : [...all, readResultTool], deny };
}

function withDenies(lists: RunLeg['lists'], inherited: readonly string[] = []): RunLeg['lists'] {
  return { ...lists, deny: [...lists.deny, ...inherited.filter((entry) => !lists.deny.includes(entry))] };
}

/** Hides the critical native tools while they are locked, so that no model spends a round on a call that is denied anyway. */
function hideLocked(tool: PinnedTool, unlocked: readonly string[]): PinnedTool {
  const isLocked =
    tool.source === 'native' && knownRisk(tool.name) === 'critical' && !unlocked.includes(tool.name);
  return isLocked ? { ...tool, hidden: true } : tool;
}

/**
 * Pins tools. One with an unusable schema, a duplicate name, or a member that cannot be logged is left out,
 * since its calls could not be decided.
 */
function pinTools(descriptions: readonly ToolDescription[]): {
  tools: PinnedTool[];
  leftOut: PinnedRun['leftOut'];
} {
  const leftOut: PinnedRun['leftOut'] = [];
  const usable = descriptions.filter((tool) => {
    const reason = describeToolFault(tool);
    if (reason !== undefined) leftOut.push({ tool: String(tool.name).toWellFormed(), reason });
    return reason === undefined;
  });
  const names = buildNameTable(usable);
  leftOut.push(
    ...names.collisions.map(({ name, tools: [, later] }) => ({ tool: later, reason: `name_taken: ${name}` })),
  );
  const tools = usable.flatMap((tool): PinnedTool[] => {
    const wire = names.tools.get(tool.name)?.wire;
    return wire === undefined ? [] : [pinned(tool, wire)];
  });
  return { tools, leftOut };
}

type ToolFault = 'tool_invalid' | 'tool_schema_invalid';

/** Faults by the canonical text of a tool. Every run and every agent of a process pins mostly the same tools. */
const knownFaults = new LRUCache<string, { fault: ToolFault | undefined }>({
  max: 1_000,
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (_, text) => text.length + 1,
});

const recordOfTool = z.object({ data: z.object({ tools: z.tuple([pinnedToolSchema]) }) });

function describeToolFault(tool: ToolDescription): ToolFault | undefined {
  let text: string;
  try {
    // Has the depth that the tool has inside the record.
    text = canonicalJson(asJson({ data: { tools: [pinned(tool, '')] } }));
  } catch {
    return 'tool_invalid';
  }
  const known = knownFaults.get(text);
  if (known) return known.fault;
  const fault = findFault(tool, text);
  knownFaults.set(text, { fault });
  return fault;
}

function findFault(tool: ToolDescription, text: string): ToolFault | undefined {
  if (!recordOfTool.safeParse(JSON.parse(text)).success) return 'tool_invalid';
  return isUsableSchema(tool.parameters) ? undefined : 'tool_schema_invalid';
}

/**
 * Returns the server tools that differ from those in a run's log, because a decision about one does not cover the other. Built-in
 * tools are part of this program and not compared.
 */
export function changedTools(
  tools: readonly PinnedTool[],
  descriptions: readonly ToolDescription[],
): Set<string> {
  const now = new Map(descriptions.map((tool) => [tool.name, tool]));
  const changed = tools.filter((tool) => {
    const description = now.get(tool.name);
    if (tool.source !== 'mcp' || description === undefined) return false;
    return findWritten(pinned(description, tool.wire_name)) !== findWritten(tool);
  });
  return new Set(changed.map(({ name }) => name));
}

/** Returns undefined for a tool that cannot be serialized; such a tool was not pinned. */
function findWritten(tool: PinnedTool): string | undefined {
  try {
    return canonicalJson(asJson(tool));
  } catch {
    return undefined;
  }
}

function pinned(tool: ToolDescription, wire: string): PinnedTool {
  const { name, source, description, parameters, aliases, idempotent, prepares } = tool;
  return {
    name,
    wire_name: wire,
    source,
    description,
    parameters,
    aliases,
    risk: getRisk(tool),
    side_effects: tool.sideEffects,
    idempotent,
    prepares,
    timeout_ms: tool.timeoutMs,
    ...(tool.dataScope === undefined ? {} : { data_scope: tool.dataScope }),
  };
}

/** A known tool has its known risk; the operator may declare any tool safe but a critical one. */
function getRisk({ name, risk, declaredSafe }: ToolDescription): PinnedTool['risk'] {
  const known = knownRisk(name) ?? risk;
  return declaredSafe === true && known !== 'critical' ? 'safe' : known;
}

function getOperator({ operator }: RunSetup): RunStarted['operator'] {
  const { autoApprove, unlocked, approvalExpiresMs, approvalsBy } = operator;
  return {
    auto_approve: autoApprove,
    unlocked,
    ...(approvalExpiresMs === undefined ? {} : { approval_expires_ms: approvalExpiresMs }),
    ...(approvalsBy === undefined ? {} : { approvals_by: approvalsBy }),
  };
}

/** @throws SetupError `price_missing`: a cost without a price cannot be limited */
function countableLimits(order: RunSetup): RunLimits {
  const { model } = order;
  const limits = getLimits(order);
  if (limits.max_cost !== undefined && model.price === undefined)
    throw new SetupError(
      'price_missing',
      `maxCost is set, but model ${model.name} or one of its fallbacks has no price: set models.<name>.price of the settings, as in {"input":1,"output":2}`,
    );
  return limits;
}
