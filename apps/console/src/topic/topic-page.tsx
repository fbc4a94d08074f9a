import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '../components/query-result.tsx';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { lastSeen } from '../notices/since-you-left.ts';
import { useTopicProofs } from '../proof/use-topic-proofs.ts';
import { topicQuery } from '../read/queries.ts';
import { TopicStage } from './topic-stage.tsx';

/** One conversation. */
export default function TopicPage({ topicId, sequence }: { topicId: string; sequence?: number }) {
  const topic = useQuery(topicQuery(topicId));
  const [seen] = useState(() => lastSeen(topicId));
  // The verification script loads and starts in parallel with the topic's request.
  const verified = useTopicProofs(topicId, topic.data, topic.dataUpdatedAt, seen);
  usePageTitle(topic.data?.topic.title);
  return (
    <QueryResult of={topic} missing={<NotFoundPage />}>
      {(view) => <TopicStage view={view} verified={verified} seen={seen} sequence={sequence} />}
    </QueryResult>
  );
}
