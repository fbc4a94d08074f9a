import type { ToolDescription } from '@agent-home/agent-runtime';
import { nearestName } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  chooseModel,
  explainCall,
  type FactsOfCall,
  pinnedMemory,
  pinPolicies,
  type RunSetup,
  sessionMemory,
} from '@agent-home/runtime-node';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import type { ExplainFlags } from '../running/explain-flags.ts';
import { type OpenDefinition, openDefinition } from '../running/open-agent.ts';
import { withPlainAgentErrors } from '../running/plain-errors.ts';
import { projectPlaces } from '../running/project-places.ts';
import { type ToolsToExplain, toolsToExplain } from '../running/tools-to-explain.ts';
import { explanationDocument, explanationLines } from '../runs/explain-lines.ts';

/** `agent-home explain-call AGENT TOOL [ARGUMENTS]`: prints the policy decision for a call and its reason, without calling. */
export async function printCallExplanation(
  asked: { agent: string; tool: string; arguments: string | undefined },
  flags: ExplainFlags,
): Promise<void> {
  const facts = collectFacts(asked, flags);
  const places = projectPlaces(flags.project);
  const open = openDefinition(places, asked.agent);
  await withPlainAgentErrors(async () => {
    const known = await toolsToExplain(open, {
      project: places.project,
      environment: process.env,
      asksServers: flags.servers,
      requested: asked.tool,
    });
    const explained = await explainCall(createOrder(open), known.tools, facts);
    const { call } = explained;
    if (call && call.name === '') throw unknownTool(asked.tool, known, call.problem);
    const told = { agent: open.definition.name, facts, explained, known };
    if (flags.format === 'json') console.log(jsonDocument(explanationDocument(told)));
    else for (const line of explanationLines(told)) console.log(line);
  });
}

/** Normalizes the time to the format of the logs, because time conditions compare exactly these bytes. */
function collectFacts(
  { tool, arguments: args = '{}' }: { tool: string; arguments: string | undefined },
  { tainted, origin, time, calls }: ExplainFlags,
): FactsOfCall {
  const when = time === undefined ? Date.now() : exactTime(time);
  if (Number.isNaN(when))
    throw new AgentCommandError(
      'invalid_arguments',
      '--time is not a time: use the form 2026-05-01T08:00:00Z',
    );
  if (!/^\d{1,6}$/.test(calls))
    throw new AgentCommandError('invalid_arguments', '--calls is not a whole number');
  const callsMade = Number(calls);
  return { name: tool, arguments: args, time: new Date(when).toISOString(), tainted, origin, callsMade };
}

function exactTime(time: string): number {
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(time) ? Date.parse(time) : Number.NaN;
}

/** Returns the setup that a run would have now, from the agent's file and the settings. */
function createOrder({ definition, sha256, settings, policies }: OpenDefinition): RunSetup {
  const { autoApprove, unlock } = settings.approvals;
  return {
    definition,
    definitionSha256: sha256,
    systemPrompt: definition.systemPrompt ?? '',
    model: chooseModel(settings, definition),
    policies: pinPolicies(definition, policies),
    servers: Object.keys(settings.mcpServers),
    operator: { autoApprove: [...autoApprove, ...(definition.home ? ['home.*'] : [])], unlocked: unlock },
    limits: settings.limits,
    ...pinnedMemory(definition),
    ...sessionMemory(definition, []),
    sessionId: 'explained',
    context: [],
    tainted: false,
  };
}

function unknownTool(
  written: string,
  { tools, serversNotAsked }: ToolsToExplain,
  problem: string | undefined,
): AgentCommandError {
  const nearest = nearestName(
    written,
    tools.map(({ name }: ToolDescription) => name),
  );
  const hint = problem?.startsWith('Did you mean')
    ? ` ${problem}`
    : nearest === undefined
      ? ''
      : ` Did you mean ${shownText(nearest)}?`;
  const unasked =
    serversNotAsked.length === 0
      ? ''
      : ` (servers not started: ${serversNotAsked.map(shownText).join(', ')}; pass --servers)`;
  return new AgentCommandError(
    'tool_not_found',
    `the tool ${shownText(written)} does not exist.${hint}${unasked}`,
  );
}
