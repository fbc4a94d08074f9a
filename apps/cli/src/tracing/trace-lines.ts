import { type JsonObject, shownText } from '@agent-home/protocol';
import {
  type FollowedRecord,
  followTraceEvents,
  type LlmTrace,
  type RunRecord,
  type ToolTrace,
  type TraceEvent,
} from '@agent-home/run-log';
import { preview } from '../terminal/untrusted-text.ts';

interface Chosen {
  /** Types of events that are told; without it all. */
  events?: readonly string[];
  /** What a run that goes on has in its log: it is known, and not told again. */
  before?: readonly RunRecord[];
}

/** Tells what a run asks of models and tools as it happens (S3-119). */
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

/** An event for people: what went in and came out is shortened. */
export function traceLines(event: TraceEvent): string[] {
  const { type, timestamp, agentName } = event;
  const data = event.data as unknown as JsonObject;
  const { title, members } = (tellers[type] ?? anyEvent)(data);
  return [
    `${['trace', type, title].filter((word) => word !== '').join(' ')} (${shownText(agentName)}, ${timestamp})`,
    ...Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [member(name, value)])),
    ...failure(data),
  ];
}

interface Told {
  title: string;
  members: Record<string, string | undefined>;
}

const tellers: Readonly<Record<string, (data: JsonObject) => Told>> = {
  llm(data) {
    const { model, tokens, latency_ms, prompt, response } = data as unknown as LlmTrace;
    const used = `${tokens.input.toLocaleString('en')} tokens in, ${tokens.output.toLocaleString('en')} out`;
    return { title: `${shownText(model)}: ${took(latency_ms)}, ${used}`, members: { prompt, response } };
  },
  tool(data) {
    const { toolName, latency_ms, input, output } = data as unknown as ToolTrace;
    return {
      title: `${shownText(toolName)}: ${took(latency_ms)}`,
      members: { input: JSON.stringify(input), output },
    };
  },
};

/** What has no words of its own is told by its members: who reads it knows them from its export. */
function anyEvent({ name, error: _, ...data }: JsonObject): Told {
  const members = Object.entries(data).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    title: typeof name === 'string' ? shownText(name) : '',
    members: Object.fromEntries(members),
  };
}

function failure({ error }: JsonObject): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { code, message } = error as { code?: unknown; message?: unknown };
  return [member('error', `[${String(code)}] ${String(message)}`)];
}

function took(milliseconds: number): string {
  return `${milliseconds.toLocaleString('en')} ms`;
}

function member(name: string, value: string): string {
  return `  ${name.padEnd(8)} ${preview(value)}`;
}
