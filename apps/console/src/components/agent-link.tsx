import { pagePaths } from '../places/page-paths.ts';
import './agent-link.css';
import { Link } from 'wouter';
import { AgentName } from './agent-name.tsx';
import { Avatar } from './avatar.tsx';

/** Links an agent by its name, with the face computed from its unique id. */
export function AgentLink({ id, size = 24 }: { id: string; size?: number }) {
  return (
    <Link href={pagePaths.agent(id)} className="row agent-link">
      <Avatar id={id} size={size} />
      <AgentName id={id} />
    </Link>
  );
}
