import {
  type FollowedRecord,
  followTraceEvents,
  type RunRecord,
  type TraceEvent,
} from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { preview } from '../../terminal/untrusted-text.ts';

interface Chosen {
  /** Types of printed events; all by default. */
  events?: readonly string[];
  /** Earlier records of a continued run, which are not printed again. */
  before?: readonly RunRecord[];
}

/** Prints requests to models and tools as they happen (S3-119). */
export function traceTeller(
  print: (line: string) => void,
  { events, before = [] }: Chosen = {},
): (record: FollowedRecord) => void {
  const follow = followTraceEvents();
  for (const record of before) follow(record);
  return (record) => {
    for (const event of follow(record))
      if (events?.includes(event.type) ?? true) for (const line of traceLines(event)) print(line);
  };
}

/** Renders an event with shortened inputs and outputs. */
export function traceLines(event: TraceEvent): string[] {
  const { title, members } = formatEvent(event);
  return [
    `trace ${event.type} ${title} (${shownText(event.agentName)}, ${event.timestamp})`,
    ...Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [member(name, value)])),
  ];
}

interface Told {
  title: string;
  members: Record<string, string | undefined>;
}

function formatEvent(event: TraceEvent): Told {
  switch (event.type) {
    case 'llm': {
      const { model, tokens, latency_ms, prompt, response, error } = event.data;
      const used = `${tokens.input.toLocaleString('en')} tokens in, ${tokens.output.toLocaleString('en')} out`;
      return {
        title: `${shownText(model)}: ${took(latency_ms)}, ${used}`,
        members: { prompt, response, error: failure(error) },
      };
    }
    case 'tool': {
      const { toolName, latency_ms, input, output, error } = event.data;
      return {
        title: `${shownText(toolName)}: ${took(latency_ms)}`,
        members: { input: JSON.stringify(input), output, error: failure(error) },
      };
    }
    case 'handoff': {
      const { from, to, reason, payload } = event.data;
      return {
        title: `${shownText(from)} to ${shownText(to)}`,
        members: { reason, payload: JSON.stringify(payload) },
      };
    }
    case 'guardrail': {
      const { name, passed, policy, errors } = event.data;
      return {
        title: `${shownText(name)}: ${passed ? 'passed' : 'did not pass'}, policy ${policy}`,
        members: { errors: errors?.join('; ') },
      };
    }
  }
}

function failure(error: { code: string; message: string } | undefined): string | undefined {
  return error && `[${error.code}] ${error.message}`;
}

function took(milliseconds: number): string {
  return `${milliseconds.toLocaleString('en')} ms`;
}

function member(name: string, value: string): string {
  return `  ${name.padEnd(8)} ${preview(value)}`;
}
