import { pagePaths } from '../../places/page-paths.ts';
import './entry-words.css';
import type { LineStage } from '@agent-home/modes';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { Term } from '../../glossary/term.tsx';
import type { EntryView } from '../../proof/types.ts';
import { useAgentNames } from '../../read/agent-names.ts';
import { wordKey } from '../words/word-key.ts';

/** Text of an entry, or the reason why it has none. */
export function EntryWords({
  entry,
  stage,
  openedAt,
  topicId,
}: {
  entry: EntryView;
  stage: LineStage;
  openedAt: number | undefined;
  topicId: string;
}) {
  const { t } = useTranslation('topic');
  const getName = useAgentNames();
  const { content } = entry;
  switch (content.kind) {
    case 'text':
      return <UntrustedText text={content.text} />;
    case 'request':
    case 'opened_request':
      return (
        <div>
          <span className="badge">
            {t(wordKey('request', content.type), { type: content.type.slice(0, 60) })}
          </span>
          {content.payload === '' ? null : <UntrustedText text={content.payload} />}
        </div>
      );
    case 'sealed':
      return (
        <p className="soft sealed">
          {openedAt === undefined ? (
            stage.sealedUntil === undefined ? (
              <Term name="sealed">{t('sealed.now')}</Term>
            ) : (
              <>
                <Term name="sealed">{t('sealed.until')}</Term> <RelativeTime at={stage.sealedUntil} />
              </>
            )
          ) : (
            <Link href={pagePaths.line(topicId, openedAt)}>{t('sealed.opened', { sequence: openedAt })}</Link>
          )}
        </p>
      );
    case 'erased':
      return (
        <p className="soft">
          <Term name="redacted">{t('erased')}</Term> <RelativeTime at={content.at} />
        </p>
      );
    case 'removed':
      return <p className="soft">{t('event.removed', { agent: getName(content.agentId) })}</p>;
    case 'decided':
      return (
        <p className="soft">{t(`event.decided_${content.decision}`, { agent: getName(content.agentId) })}</p>
      );
    case 'closed':
      return (
        <p className="soft">
          {t('event.closed')}{' '}
          {content.reason === undefined ? null : <UntrustedText text={content.reason} inline />}
        </p>
      );
    default:
      return <p className="soft">{t(`event.${content.kind}`)}</p>;
  }
}
