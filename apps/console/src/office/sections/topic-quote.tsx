import type { TopicItem } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';

export const topicName = ({ title }: Pick<TopicItem, 'title'>): string => shownText(title).slice(0, 80);

/** Topic as quoted in a dialog: title, mode, current turn, and the last line with its author. */
export function TopicQuote({ topic }: { topic: TopicItem }) {
  const { t } = useTranslation('office');
  const { t: ofTopics } = useTranslation('topic');
  const { last_line: line, turn } = topic;
  return (
    <>
      <p className="row spread">
        <strong>
          <UntrustedText text={topic.title} inline />
        </strong>
        <span className="small soft">{ofTopics(`mode.${topic.mode}`, { defaultValue: topic.mode })}</span>
      </p>
      {turn ? (
        <p className="row">
          <span className="small soft">{t('has_turn')}</span>
          <AgentLink id={turn.agent_id} />
        </p>
      ) : null}
      {line ? (
        <div className="stack-tight">
          <p className="row small soft">
            {t('last_line')} <AgentLink id={line.agent_id} size={20} /> <RelativeTime at={line.accepted_at} />
          </p>
          <UntrustedText text={line.text} />
        </div>
      ) : null}
    </>
  );
}
