import { shownText } from '@agent-home/protocol';
import {
  type FollowedRecord,
  followTraceEvents,
  type GuardrailTrace,
  type TraceEvent,
} from '@agent-home/run-log';
import { preview } from '../terminal/untrusted-text.ts';

/** Tells what a run asks of models and tools as it happens (S3-119). */
export function traceTeller(print: (line: string) => void): (record: FollowedRecord) => void {
  const follow = followTraceEvents();
  return (record) => {
    for (const event of follow(record)) for (const line of traceLines(event)) print(line);
  };
}

/** An event for people: what went in and came out is shortened. */
export function traceLines(event: TraceEvent): string[] {
  const who = `${shownText(event.agentName)}, ${event.timestamp}`;
  if (event.type === 'guardrail') return guardrailLines(event.data, who);
  if (event.type === 'handoff')
    return [
      `trace handoff ${shownText(event.data.from)} to ${shownText(event.data.to)} (${event.timestamp})`,
      member('reason', event.data.reason),
      member('payload', JSON.stringify(event.data.payload)),
    ];
  const { type, data } = event;
  const took = `${data.latency_ms.toLocaleString('en')} ms`;
  const failed =
    data.error === undefined ? [] : [member('error', `[${data.error.code}] ${data.error.message}`)];
  if (type === 'tool')
    return [
      `trace tool ${shownText(data.toolName)}: ${took} (${who})`,
      member('input', JSON.stringify(data.input)),
      member('output', data.output),
      ...failed,
    ];
  const { input, output } = data.tokens;
  const tokens = `${input.toLocaleString('en')} tokens in, ${output.toLocaleString('en')} out`;
  return [
    `trace llm ${shownText(data.model)}: ${took}, ${tokens} (${who})`,
    member('prompt', data.prompt),
    member('response', data.response),
    ...failed,
  ];
}

function guardrailLines({ name, passed, policy, errors = [] }: GuardrailTrace, who: string): string[] {
  const found = passed ? 'passed' : 'did not pass';
  return [
    `trace guardrail ${shownText(name)}: ${found}, policy ${policy} (${who})`,
    ...errors.map((error) => member('error', error)),
  ];
}

function member(name: string, value: string): string {
  return `  ${name.padEnd(8)} ${preview(value)}`;
}
