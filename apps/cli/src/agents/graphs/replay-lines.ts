import type { ReplayCounts, ReplayEvent, TeamReplay } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { faint, mark, strong } from '../../terminal/colours.ts';
import { counted } from '../../terminal/counted.ts';
import { preview } from '../../terminal/untrusted-text.ts';

/** Renders a replayed session as text (S3-111): nodes, handoffs, and totals. */
export function replayLines({ runs, counts, duration_ms }: TeamReplay): string[] {
  return [
    ...runs.flatMap(({ run_id, status, events }) => [
      `run ${run_id}`,
      ...events.flatMap((event) => eventLines(event)),
      ...(status === 'open' ? [`${mark('○')} the run has not ended`] : []),
      '',
    ]),
    countsLine(counts, duration_ms),
  ];
}

function countsLine(
  { agents, nodes, models, tools, handoffs, guardrails }: ReplayCounts,
  duration: number,
): string {
  const told = [
    counted(agents, 'agent'),
    ...(nodes === 0 ? [] : [counted(nodes, 'node')]),
    counted(models, 'model call'),
    counted(tools, 'tool call'),
    counted(handoffs, 'handoff'),
    counted(guardrails, 'guardrail check'),
  ];
  return `${told.join(', ')}, in ${milliseconds(duration)}`;
}

function eventLines(event: ReplayEvent): string[] {
  switch (event.type) {
    case 'run_started':
      return event.data.is_graph ? [`${strong(shownText(event.agentName))}, by its graph`] : [];
    case 'asked':
      return [`  asked by ${shownText(event.data.origin)}: ${preview(event.data.text)}`];
    case 'node_started': {
      const { node, visit, agent } = event.data;
      const who = agent === undefined ? '' : `, agent ${shownText(agent)}`;
      return [`▸ node ${strong(shownText(node))}, visit ${visit}${who}`];
    }
    case 'node_ended':
      return [`  node ${shownText(event.data.node)} gives ${preview(asText(event.data.output))}`];
    case 'edge_taken':
      return edgeLines(event.data);
    case 'agent_started': {
      const { model, again } = event.data;
      return [
        `${strong(shownText(event.agentName))} ${again ? 'continues' : `works, model ${shownText(model)}`}`,
      ];
    }
    case 'agent_unavailable': {
      const { agent, code, message } = event.data;
      return [
        `  ${mark('✘')} ${shownText(agent)} cannot take over [${shownText(code)}]: ${preview(message)}`,
      ];
    }
    case 'handoff':
      return handoffLines(event.data);
    case 'handoff_refused': {
      const { to, code, condition, error } = event.data;
      const why = error === undefined ? '' : `, which cannot be judged: ${shownText(error)}`;
      const about = condition === undefined ? '' : `: ${preview(condition)}${why}`;
      return [`  ${mark('✘')} no handoff to ${shownText(to)} [${shownText(code)}]${about}`];
    }
    case 'call_refused':
      return [`  ${mark('✘')} ${shownText(event.data.toolName)} is refused [${shownText(event.data.code)}]`];
    case 'person_decided': {
      const { decision, by, reason } = event.data;
      const who = by.kind === 'person' ? shownText(by.name) : 'the runtime';
      return [`  ${who} decides: ${decision}${reason === '' ? '' : `, ${preview(reason)}`}`];
    }
    case 'llm': {
      const { model, tokens, latency_ms, error } = event.data;
      const used = `${tokens.input.toLocaleString('en')} tokens in, ${tokens.output.toLocaleString('en')} out`;
      return [`  model ${shownText(model)}: ${used}, ${milliseconds(latency_ms)}${failure(error)}`];
    }
    case 'tool': {
      const { toolName, input, latency_ms, error } = event.data;
      const given = preview(JSON.stringify(input), 120);
      return [`  tool ${shownText(toolName)} ${given}: ${milliseconds(latency_ms)}${failure(error)}`];
    }
    case 'guardrail': {
      const { name, passed, policy, errors = [] } = event.data;
      const found = passed ? 'passes' : 'does not pass';
      return [
        `  ${mark(passed ? '✔' : '✘')} guardrail ${shownText(name)}: ${found} ${faint(`(${policy})`)}`,
        ...errors.map((error) => `    ${preview(error)}`),
      ];
    }
    case 'run_ended': {
      const { status, code, message, answer } = event.data;
      const why =
        code === undefined
          ? ''
          : ` [${shownText(code)}]${message === undefined ? '' : ` ${preview(message)}`}`;
      const said = answer === '' ? '' : `: ${preview(answer)}`;
      return [`${mark(status === 'answered' ? '✔' : '✘')} ${status}${why}${said}`];
    }
  }
}

function edgeLines({
  from,
  to,
  condition,
  passed_by,
}: Extract<ReplayEvent, { type: 'edge_taken' }>['data']): string[] {
  const why = condition === undefined ? '' : `, because ${preview(condition)}`;
  return [
    ...passed_by.map(({ to: other, condition: not, error }) => {
      const reason = error === undefined ? 'not' : `cannot be judged (${shownText(error)})`;
      return `  ${mark('–')} to ${shownText(other)}: ${reason}: ${preview(not)}`;
    }),
    `  ${shownText(from)} → ${shownText(to)}${why}`,
  ];
}

function handoffLines({
  from,
  to,
  reason,
  payload,
  condition,
}: Extract<ReplayEvent, { type: 'handoff' }>['data']): string[] {
  return [
    `⇒ ${strong(shownText(from))} hands over to ${strong(shownText(to))}${reason === '' ? '' : `: ${preview(reason)}`}`,
    ...(condition === undefined ? [] : [`  because ${preview(condition)}`]),
    faint(`  passes ${preview(JSON.stringify(payload))}`),
  ];
}

function failure(error: { code: string; message: string } | undefined): string {
  return error === undefined ? '' : `, failed: ${preview(error.message)} [${shownText(error.code)}]`;
}

function asText(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

function milliseconds(count: number): string {
  return `${count.toLocaleString('en')} ms`;
}
