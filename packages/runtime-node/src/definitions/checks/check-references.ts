import {
  type AgentDefinition,
  allSubagents,
  buildNameTable,
  endlessNodes,
  type Graph,
  homeTools,
  memoryTools,
  modelParamProblems,
  nativeTools,
  nearestName,
  type Problem,
  type ProblemCode,
  parameterized,
  pinTools,
  problemAt,
  skillTools,
  type Teamwork,
  teamworkSchema,
} from '@agent-home/agent-runtime/definition';
import { compilePattern } from '@agent-home/agent-runtime/policy';
import { readBoundedFile } from '../folder/read-folder.ts';
import { findPolicy } from '../loading/find-policy.ts';
import type { LoadedDefinitions } from '../loading/load-definitions.ts';
import type { LoadedAgent } from '../loading/loaded-agent.ts';
import { checkConditions } from './check-conditions.ts';
import { checkGuardrails } from './check-guardrails.ts';
import { checkPolicy } from './check-policy.ts';

/**
 * Checks a definition's references to models, tools, servers, agents, policies and validators.
 * @param content content of its file, if it differs from the stored one
 */
export function checkReferences(
  agent: LoadedAgent,
  loaded: LoadedDefinitions,
  content?: Uint8Array,
): Problem[] {
  const definition = agent.draft;
  if (!definition) return [];
  const report = createReport(agent, content);
  const teamwork = teamworkSchema.parse(definition.teamwork);
  return [
    ...checkModel(definition, loaded, report),
    ...checkTools(agent, definition, loaded, report),
    ...checkServers(definition, loaded, report),
    ...checkPolicies(agent, definition, loaded, report),
    ...checkTeamwork(teamwork, loaded, report),
    ...checkConditions(definition.type, teamwork, report),
  ];
}

export type Report = (
  code: ProblemCode,
  member: Member,
  message: string,
  nearest?: string,
  more?: Pick<Problem, 'severity' | 'remedy'>,
) => Problem[];
/** A member by its path in Markdown; AgentSpec has another path for it. */
export type Member = (string | number)[];

/** Creates a report that assigns problems to positions in the file of an agent, or in a draft of it. */
export function createReport({ origin, content: own }: LoadedAgent, drafted?: Uint8Array): Report {
  return (code, member, message, nearest, more = {}) => {
    const path = origin.codec === 'markdown' || member.length === 0 ? member : inAgentSpec(member);
    const content = drafted ?? own ?? readBoundedFile(origin.path);
    return [{ ...problemAt({ file: origin.path, content }, code, path, { message, nearest }), ...more }];
  };
}

function inAgentSpec(member: Member): Member {
  const [first, second, ...rest] = member;
  if (first === 'model') return ['spec', 'modelRef', ...(second === 'params' ? [second, ...rest] : ['name'])];
  if (first === 'runtime') return ['spec', ...member];
  if (first === 'policiesRef') return ['spec', ...member];
  if (first === 'tools' && second === 'allow') return ['spec', 'tools', ...rest];
  return ['spec', 'runtime', 'params', ...member];
}

function checkModel(
  { model }: AgentDefinition,
  { configured: settings }: LoadedDefinitions,
  report: Report,
): Problem[] {
  const [only, ...others] = Object.keys(settings.models);
  const name = model.name ?? settings.agents.model;
  const chosen = name ?? (others.length === 0 ? only : undefined);
  const found =
    chosen !== undefined && Object.hasOwn(settings.models, chosen) ? settings.models[chosen] : undefined;
  if (found)
    return modelParamProblems(parameterized(found), model.params).flatMap(({ name: param, names, message }) =>
      report('model_param_refused', ['model', 'params', param], message, nearestName(param, names)),
    );
  if (name === undefined) return [];
  const nearest = nearestName(name, Object.keys(settings.models));
  const where = model.name === undefined ? 'agents.model of the settings names' : 'the settings have';
  const message =
    model.name === undefined
      ? `${where} "${name}", which models of the settings do not define`
      : `${where} no model "${name}"`;
  return report('unknown_model', ['model'], message, nearest);
}

function checkTools(
  agent: LoadedAgent,
  { tools, mcpServers, teamwork }: AgentDefinition,
  { tools: shared, configured: settings }: LoadedDefinitions,
  report: Report,
): Problem[] {
  const specs = [...agent.tools, ...shared].flatMap(({ spec }) => (spec ? [spec.metadata.name] : []));
  const handoffs = (teamworkSchema.parse(teamwork).handoffs ?? []).map(({ to }) => `handoff_to_${to}`);
  const names = new Set([
    ...specs,
    ...Object.keys(settings.tools),
    ...handoffs,
    'remember',
    ...memoryTools,
    'ask_user',
    'delegate',
    'read_result',
  ]);
  const table = buildNameTable(
    [...nativeTools, ...skillTools, ...homeTools, ...[...names].map((name) => ({ name }))],
    mcpServers,
  );
  return pinTools(table, tools).unknown.flatMap(({ list, index, entry, nearest }) => {
    const server = /^mcp\.([^.]+)\..+$/.exec(entry)?.[1];
    // The tools of a server are known once it runs; that the server belongs to the agent is known now.
    if (server !== undefined && (list === 'deny' || mcpServers.includes(server))) return [];
    const message =
      server === undefined
        ? `there is no tool "${entry}"`
        : `"${entry}" is a tool of the server "${server}", which mcp.servers does not name`;
    const near = server === undefined ? nearest[0] : nearestName(server, mcpServers);
    return report('unknown_tool', ['tools', list, index], message, near);
  });
}

function checkServers(
  { mcpServers }: AgentDefinition,
  { configured: settings }: LoadedDefinitions,
  report: Report,
): Problem[] {
  const servers = Object.keys(settings.mcpServers);
  return mcpServers.flatMap((server, index) =>
    servers.includes(server)
      ? []
      : report(
          'unknown_server',
          ['mcp', 'servers', index],
          `MCP server not configured: ${server}`,
          nearestName(server, servers),
        ),
  );
}

function checkPolicies(
  agent: LoadedAgent,
  { policiesRef }: AgentDefinition,
  loaded: LoadedDefinitions,
  report: Report,
): Problem[] {
  const all = [...agent.policies, ...loaded.policies].map(({ name, spec }) => spec?.metadata.name ?? name);
  const known = all.filter((name) => findPolicy(agent, loaded, name)?.spec);
  return policiesRef.flatMap((name, index) => {
    const found = findPolicy(agent, loaded, name);
    if (found?.spec)
      return checkPolicy(found.spec, {
        file: found.path,
        content: found.content ?? readBoundedFile(found.path),
      });
    const message = found
      ? `the policy "${name}" is refused: ${found.path}`
      : `the policy "${name}" does not exist`;
    return report('unknown_policy', ['policiesRef', index], message, nearestName(name, known));
  });
}

function checkTeamwork(
  teamwork: Teamwork,
  { agents, configured: settings }: LoadedDefinitions,
  report: Report,
): Problem[] {
  const names = new Set(agents.map(({ name }) => name));
  const agentAt = (name: string, member: Member): Problem[] =>
    names.has(name)
      ? []
      : report('unknown_agent', member, `Agent not found: ${name}`, nearestName(name, names));
  const { handoffs = [], subagents = [], graph, guardrails = [], triggers = [] } = teamwork;
  return [
    ...handoffs.flatMap(({ to }, index) => agentAt(to, ['handoffs', index, 'to'])),
    ...subagents.flatMap((name, index) => (name === allSubagents ? [] : agentAt(name, ['subagents', index]))),
    ...(graph?.nodes ?? []).flatMap(({ agent, subgraph, parallel = [] }, index) => [
      ...(agent === undefined ? [] : agentAt(agent, ['graph', 'nodes', index, 'agent'])),
      ...(subgraph === undefined ? [] : agentAt(subgraph, ['graph', 'nodes', index, 'subgraph'])),
      ...parallel.flatMap((branch, at) =>
        agentAt(branch.agent, ['graph', 'nodes', index, 'parallel', at, 'agent']),
      ),
    ]),
    ...(graph ? checkCycles(graph, report) : []),
    ...checkGuardrails(guardrails, Object.keys(settings.validators), report),
    ...triggers.flatMap(({ regex }, index) => {
      const reason = regex === undefined ? undefined : refusedRegex(regex);
      if (reason === undefined) return [];
      return report(
        'unsupported_regex',
        ['triggers', index, 'regex'],
        `the regular expression is not valid in RE2: ${reason}`,
      );
    }),
  ];
}

function checkCycles(graph: Graph, report: Report): Problem[] {
  const [first] = endlessNodes(graph);
  if (first === undefined) return [];
  const message = `no path leads from "${graph.nodes[first]?.name ?? ''}" to END, so a run ends only at its limits`;
  const remedy = 'give an edge of the cycle a condition, or add one to END';
  return report('endless_cycle', ['graph', 'nodes', first], message, undefined, {
    severity: 'warning',
    remedy,
  });
}

/** Expressions run on RE2, which is never slow and has no lookahead; too large ones are rejected as well. */
function refusedRegex(regex: string): string | undefined {
  try {
    compilePattern(regex, { ignoreCase: true });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'the expression cannot be compiled';
  }
}
