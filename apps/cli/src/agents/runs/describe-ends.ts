import { buildNameTable, listsPermit } from '@agent-home/agent-runtime/definition';
import type { RunEnded, RunLeg, RunStarted } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { faint, mark, strong } from '../../terminal/colours.ts';
import { counted } from '../../terminal/counted.ts';
import { shownLines } from '../../terminal/untrusted-text.ts';
import { describeBundle } from './describe-rules.ts';

/** Describes the start of a run: its agent, settings and context. */
export function describeStart(started: RunStarted, time: string): string[] {
  const { agent, title, session_id, model, policies, context, identity, definition_sha256, registered } =
    started;
  const { policy_bundle: bundle } = started;
  const named = title === '' || title === agent ? '' : ` (${shownText(title)})`;
  const version = String(started.definition.version ?? '');
  const bound = policies.map(({ name, version: of }) => `${shownText(name)}@${shownText(of)}`);
  return [
    `${strong(shownText(agent))}${named}  ${started.run_id}`,
    faint(`  session    ${shownText(session_id)}, with ${context.length} messages before`),
    faint(`  started    ${time}`),
    faint(`  definition ${shownText(version)}, sha256 ${definition_sha256.slice(0, 16)}…`),
    faint(`  model      ${shownText(model.provider)}/${shownText(model.name)}`),
    faint(`  tools      ${allowedTools(started).map(shownText).join(', ') || 'none'}`),
    ...(bound.length === 0 ? [] : [faint(`  policies   ${bound.join(', ')}`)]),
    ...(registered === undefined
      ? []
      : [
          faint(
            `  home       ${shownText(registered.home)}, ${counted(registered.specs.length, 'spec')} of its registry`,
          ),
        ]),
    ...(identity === undefined
      ? []
      : [faint(`  identity   ${shownText(identity.agent_id)} of ${shownText(identity.home)}, certified`)]),
    ...(bundle === undefined ? [] : describeBundle(bundle).map(faint)),
    '',
  ];
}

/**
 * Returns the names of the tools that an agent's lists allow. A run pins more tools, including locked ones that no model is shown.
 */
export function allowedTools({
  tools,
  servers,
  lists,
}: Pick<RunLeg, 'tools' | 'servers' | 'lists'>): string[] {
  const table = buildNameTable(tools, servers);
  return tools.flatMap(({ name, hidden }) =>
    hidden !== true && listsPermit(table, lists, name) ? [name] : [],
  );
}

/** Describes the answer and the end of a run. */
export function describeEnd({ status, code, message, answer, usage }: RunEnded): string[] {
  const said = answer === '' ? [] : ['answer:', ...shownLines(answer).map((line) => `  ${line}`), ''];
  const why = message === undefined ? [] : [shownText(message)];
  return ['', ...said, ...why, endLine(status, code, usage)];
}

export function endLine(
  status: RunEnded['status'],
  code: string | undefined,
  usage: RunEnded['usage'],
): string {
  const why = code === undefined ? '' : ` [${shownText(code)}]`;
  const estimated = usage.estimated ? ' (estimated)' : '';
  const tokens = `${usage.input_tokens.toLocaleString('en')} tokens in, ${usage.output_tokens.toLocaleString('en')} out${estimated}`;
  return `${mark(status === 'answered' ? '✔' : '✘')} ${status}${why}: ${counted(usage.rounds, 'round')}, ${counted(usage.tool_calls, 'tool call')}, ${tokens}`;
}
