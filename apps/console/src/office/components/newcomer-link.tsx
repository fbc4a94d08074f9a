import { Link } from 'wouter';
import { AgentLink } from '../../components/agent-link.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { nameOfAgent, useAgentNames } from '../../read/agent-names.ts';

/**
 * Agent that may have no certified card yet: until then it is shown by its owner's name for it, with its unique
 * id. Its page exists once the card does.
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

/** Name in an uncertified card. */
export const draftName = (draft: Record<string, unknown>): string =>
  typeof draft.name === 'string' ? draft.name : '';
