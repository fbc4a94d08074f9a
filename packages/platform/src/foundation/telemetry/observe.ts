import type { Histogram } from 'prom-client';
import { exemplarLabels } from './trace-context.ts';

/** With the trace it belongs to, where there is one. */
export function observe<Label extends string>(
  histogram: Histogram<Label>,
  value: number,
  labels: Partial<Record<Label, string>> = {},
): void {
  const exemplar = exemplarLabels();
  // Its types know no labels of an exemplar but the metric’s own.
  const marked = exemplar ? { exemplarLabels: exemplar as Partial<Record<Label, string>> } : {};
  histogram.observe({ labels, value, ...marked });
}
