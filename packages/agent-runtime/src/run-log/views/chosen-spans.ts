import type { TraceSpan } from './trace-span.ts';

/** A tool that hands a task over is no tool to those who chose. */
const handoffTool = /^handoff_to_/;

/**
 * The spans of those kinds of events that somebody chose (S3-112). The run itself is always one of them: the others stand below
 * it. What was decided of a model or a tool goes with it, and what is of no kind that can be chosen stays.
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
