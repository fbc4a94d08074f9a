import { Link } from 'wouter';
import { Avatar } from './avatar.tsx';

/** An agent by its id, which nobody else can have; names are only on its own page and beside the id. */
export function AgentLink({ id, size = 24 }: { id: string; size?: number }) {
  return (
    <Link href={`/agents/${id}`} className="row agent-link">
      <Avatar id={id} size={size} />
      <span>{id}</span>
    </Link>
  );
}
