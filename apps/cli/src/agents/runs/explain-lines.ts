import type { DecidingRule } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import type { ExplainedCall, FactsOfCall } from '@agent-home/runtime-node';
import { describeEffect } from './describe-rules.ts';

export interface ToldCall {
  agent: string;
  facts: FactsOfCall;
  explained: ExplainedCall;
  known: { serversNotAsked: string[]; assumed?: string };
}

/** Renders an explanation: the result first, then the opinion of every layer. */
export function explanationLines({ agent, facts, explained, known }: ToldCall): string[] {
  const { call, decision, layers, refusal, ended, leftOut } = explained;
  const lines: string[] = [];
  const isTainted = facts.tainted ? ', with text of others' : '';
  const when = `${facts.time}, started by ${shownText(facts.origin)}, after ${facts.callsMade} calls${isTainted}`;
  if (ended !== undefined) lines.push(`✘ the run would end before a model request [${shownText(ended)}]`);
  else if (decision) {
    const { sign, word } = describeEffect(decision);
    const code = decision.code === undefined ? '' : ` [${decision.code}]`;
    lines.push(
      `${sign} ${shownText(call?.name ?? '')} (${decision.risk}) by ${shownText(agent)}: ${word}${code}`,
    );
  } else
    lines.push(`✘ ${shownText(call?.name ?? '')} by ${shownText(agent)}: refused before a policy decision`);
  lines.push(`  at ${when}`);
  if (call && call.name_resolution !== 'exact')
    lines.push(`  ${shownText(call.requested_name)} means ${shownText(call.name)} (${call.name_resolution})`);
  if (call?.arguments_mended)
    lines.push(`  arguments corrected to ${shownText(JSON.stringify(call.arguments))}`);
  if (decision?.data_action) lines.push(`  also decided as ${decision.data_action}`);
  for (const rule of layers.length > 0 ? layers : (decision?.rules ?? [])) lines.push(`  ${toLine(rule)}`);
  for (const { policy, rule, error } of decision?.condition_errors ?? [])
    lines.push(
      `  condition of ${shownText(rule)} of policy ${shownText(policy.name)} cannot be evaluated: ${error}`,
    );
  if (refusal)
    lines.push(`  the model would read: ${shownText(refusal.message)} [${shownText(refusal.code)}]`);
  if (known.assumed !== undefined) lines.push(`  ${known.assumed}`);
  for (const { tool, reason } of leftOut) lines.push(`  left out: ${shownText(tool)} (${shownText(reason)})`);
  if (known.serversNotAsked.length > 0)
    lines.push(
      `  MCP servers not started: ${known.serversNotAsked.map(shownText).join(', ')} (pass --servers)`,
    );
  return lines;
}

function toLine({ layer, rule, effect, policy, action, error }: DecidingRule): string {
  const whose = policy
    ? `policy ${shownText(policy.name)}@${shownText(policy.version)} (${policy.sha256.slice(0, 12)})`
    : layer;
  const more = [...(action ? [`for ${action}`] : []), ...(error ? [`cannot be evaluated: ${error}`] : [])];
  return `${effect.padEnd(7)} ${whose}: ${shownText(rule)}${more.length === 0 ? '' : ` – ${more.join(', ')}`}`;
}

export function explanationDocument({ agent, facts, explained, known }: ToldCall): object {
  const { call, decision, layers, refusal, ended, leftOut } = explained;
  return {
    agent,
    requested: facts.name,
    tool: call?.name,
    name_resolution: call?.name_resolution,
    arguments: call?.arguments,
    time: facts.time,
    origin: facts.origin,
    tainted: facts.tainted,
    calls_made: facts.callsMade,
    ended,
    decision,
    layers,
    refusal,
    left_out: leftOut,
    servers_not_asked: known.serversNotAsked,
    assumed: known.assumed,
  };
}
