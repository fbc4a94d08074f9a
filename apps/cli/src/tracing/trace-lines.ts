import { shownText } from '@agent-home/protocol';
import { type FollowedRecord, followTraceEvents, type TraceEvent } from '@agent-home/run-log';
import { preview } from '../terminal/untrusted-text.ts';

/** Tells what a run asks of models and tools as it happens (S3-119). */
export function traceTeller(print: (line: string) => void): (record: FollowedRecord) => void {
  const follow = followTraceEvents();
  return (record) => {
    for (const event of follow(record)) for (const line of traceLines(event)) print(line);
  };
}

/** An event for people: what went in and came out is shortened. */
export function traceLines({ type, timestamp, agentName, data }: TraceEvent): string[] {
  if (type === 'handoff')
    return [
      `trace handoff ${shownText(data.from)} to ${shownText(data.to)} (${timestamp})`,
      member('reason', data.reason),
      member('payload', JSON.stringify(data.payload)),
    ];
  const who = `${shownText(agentName)}, ${timestamp}`;
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

function member(name: string, value: string): string {
  return `  ${name.padEnd(8)} ${preview(value)}`;
}
