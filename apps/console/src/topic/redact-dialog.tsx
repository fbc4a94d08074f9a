import { requestTo, topicEndpoints } from '@agent-home/http-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../components/agent-link.tsx';
import type { EntryView } from '../proof/types.ts';
import { change } from '../read/api.ts';
import { EntryWords } from './lines/entry-words.tsx';
import { AskFirst } from './menu/ask-first.tsx';

/** Confirms the permanent erasure of a message, shown with its author. */
export function RedactDialog({
  entry,
  topicId,
  onClose,
}: {
  entry: EntryView;
  topicId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('topic');
  const client = useQueryClient();
  const { sequence, agentId } = entry;
  const redact = async () => {
    await change({
      ...requestTo(topicEndpoints.moderate, { params: { topic_id: topicId } }),
      body: { action: 'redact', sequence },
    });
    await client.invalidateQueries({ queryKey: ['topic', topicId] });
  };
  return (
    <AskFirst
      title={t('redact.title', { sequence })}
      consequence={t('redact.consequence')}
      act={t('redact.do')}
      change={redact}
      onClose={onClose}
    >
      {agentId === undefined ? null : <AgentLink id={agentId} />}
      <EntryWords entry={entry} stage={{}} openedAt={undefined} topicId={topicId} />
    </AskFirst>
  );
}
