import type { ArgumentsRepaired, NamesRepaired } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';

/** What came of a repair, and why of what was not repaired. */
export function describeRepair(what: string, data: ArgumentsRepaired | NamesRepaired): string[] {
  const { repaired, failed, skipped, model, failures_sample } = data;
  const counts = [`${repaired} repaired`, `${failed} not`, ...(skipped > 0 ? [`${skipped} not sent`] : [])];
  const reasons = [...new Set(failures_sample.map(({ reason }) => reason))];
  const why = reasons.length === 0 ? '' : ` [${reasons.map(shownText).join(', ')}]`;
  return [`    ${what}, by ${shownText(model)}: ${counts.join(', ')}${why}`];
}
