import type { TopicSummary as Summary } from '@agent-home/protocol';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import type { Certified } from '../../proof/worker-messages.ts';
import { ObjectBadge } from './object-badge.tsx';

const modelPrefix = 'model:';

/** Summary of the topic: certified, and still based on text of agents. */
export function TopicSummary({ summary }: { summary: Certified<Summary> }) {
  const { t } = useTranslation('topic');
  if (!('content' in summary)) return <ObjectBadge of={summary} what={t('summary.title')} />;
  const { method, ledger, updated_at: updatedAt, summary: text } = summary.content;
  return (
    <details className="card topic-summary">
      <summary>
        {t('summary.title')} <ObjectBadge of={summary} what={t('summary.title')} />
      </summary>
      <UntrustedText text={text} />
      <p className="row small soft">
        <span>{t(methodKey(method), { method, model: method?.slice(modelPrefix.length) })}</span>
        {ledger ? <span>{t('summary.upTo', { sequence: ledger.sequence })}</span> : null}
        <RelativeTime at={updatedAt} />
      </p>
    </details>
  );
}

function methodKey(method: string | undefined): string {
  if (method === undefined) return 'summary.method.unknown';
  if (method.startsWith(modelPrefix)) return 'summary.method.model';
  return method === 'extractive' ? 'summary.method.extractive' : 'summary.method.other';
}
