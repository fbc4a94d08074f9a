import type { TimelineSpan } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { useAmounts } from './parts/use-amounts.ts';

/** Returns the words of a span, the same for bars and table. */
export function useSpanWords(span: TimelineSpan): { kind: string; subject: string; result: string } {
  const { t } = useTranslation('runs');
  const { number } = useAmounts();
  const { kind, subject, status, effect, tokens, is_open } = span;
  const state =
    effect === undefined ? (status === 'ok' ? [] : [t(`span.${status}`)]) : [t(`effect.${effect}`)];
  return {
    kind: t(`span_kind.${kind}`),
    subject:
      kind === 'system' ? t(`action.${subject.replace('.', '_')}`, { defaultValue: subject }) : subject,
    result: [
      ...(is_open === true ? [t('call.waiting')] : state),
      ...(tokens === undefined ? [] : [t('tokens', { number: number(tokens) })]),
    ].join(' · '),
  };
}
