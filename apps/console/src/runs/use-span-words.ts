import type { TimelineSpan } from '@agent-home/agent-runtime/run-log';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from './parts/use-amounts.ts';

/** Words of a span, the same for bars and table. */
export interface SpanWords {
  kind: string;
  subject: string;
  result: string;
  start: string;
  /** Start as a sentence, for screen readers. */
  starts: string;
  duration: string;
  /** Wait before the start; undefined without one. */
  wait: string | undefined;
}

/** Returns a function that words spans. A list calls this once, because each row with hooks of its own makes scrolling slow. */
export function useSpanWords(): (span: TimelineSpan) => SpanWords {
  const { t } = useTranslation('runs');
  const { number, duration } = useAmounts();
  return useMemo(
    () => (span) => {
      const { kind, subject, status, effect, tokens, is_open, start_ms, duration_ms, wait_ms } = span;
      const state =
        effect === undefined ? (status === 'ok' ? [] : [t(`span.${status}`)]) : [t(`effect.${effect}`)];
      const start = duration(start_ms);
      return {
        kind: t(`span_kind.${kind}`),
        subject:
          kind === 'system' ? t(`action.${subject.replace('.', '_')}`, { defaultValue: subject }) : subject,
        result: [
          ...(is_open === true ? [t('call.waiting')] : state),
          ...(tokens === undefined ? [] : [t('tokens', { number: number(tokens) })]),
        ].join(' · '),
        start,
        starts: t('starts', { at: start }),
        duration: duration(duration_ms),
        wait: wait_ms === undefined ? undefined : duration(wait_ms),
      };
    },
    [t, number, duration],
  );
}
