import type { TraceSpan } from './trace-span.ts';

/** Handoff tools do not count as tools in the choice of events. */
const handoffTool = /^handoff_to_/;

/**
 * Returns the spans of the chosen kinds of events (S3-112). The run's own span is always included, as their parent. Decisions are
 * included with their model call or tool call, and so are spans of kinds that cannot be chosen.
 */
export function chosenSpans(spans: readonly TraceSpan[], events: readonly string[]): TraceSpan[] {
  return spans.filter((span) => {
    const event = toEvent(span);
    return event === undefined || events.includes(event);
  });
}

function toEvent({ kind, name, attributes }: TraceSpan): string | undefined {
  const tool = attributes['tool.name'];
  if (typeof tool === 'string' && handoffTool.test(tool)) return 'handoff';
  if (kind === 'llm' || kind === 'tool') return kind;
  if (kind !== 'system') return undefined;
  if (name === 'decide model.use') return 'llm';
  if (tool !== undefined) return 'tool';
  return /^(handoff|guardrail)\b/.exec(name)?.[1];
}
