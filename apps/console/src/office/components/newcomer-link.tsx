import { Link } from 'wouter';
import { AgentLink } from '../../components/agent-link.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { nameOfAgent, useAgentNames } from '../../read/agent-names.ts';

/**
 * An agent that may have no certified card yet: until then it goes by the name that its owner wrote, with its id beside it,
 * which nobody else can have. Its page is there once the card is.
 */
export function NewcomerLink({ id, name, size = 24 }: { id: string; name: string; size?: number }) {
  useAgentNames();
  if (nameOfAgent(id) !== id || name === '' || name === id) return <AgentLink id={id} size={size} />;
  return (
    <Link href={pagePaths.agent(id)} className="row agent-link" title={id}>
      <Avatar id={id} size={size} />
      <span>
        <UntrustedText text={name} inline />{' '}
        <span className="small soft" data-written>
          {id}
        </span>
      </span>
    </Link>
  );
}

/** The name in a card that nobody has certified. */
export const draftName = (draft: Record<string, unknown>): string =>
  typeof draft.name === 'string' ? draft.name : '';
