import type { Histogram } from 'prom-client';
import { exemplarLabels } from './trace-context.ts';

/** Observes a value, together with the trace that it belongs to. */
export function observe<Label extends string>(
  histogram: Histogram<Label>,
  value: number,
  labels: Partial<Record<Label, string>> = {},
): void {
  const exemplar = exemplarLabels();
  // The library's types permit only the metric’s own labels in an exemplar.
  const marked = exemplar ? { exemplarLabels: exemplar as Partial<Record<Label, string>> } : {};
  histogram.observe({ labels, value, ...marked });
}
