import { useQuery } from '@tanstack/react-query';
import { Answer } from '../parts/answer.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { topicQuery } from '../read/queries.ts';

/** One conversation. */
export default function TopicPage({ topicId }: { topicId: string; sequence?: number }) {
  const topic = useQuery(topicQuery(topicId));
  return (
    <Answer of={topic}>
      {(view) => (
        <h1>
          <UntrustedText text={view.topic.title} inline />
        </h1>
      )}
    </Answer>
  );
}
