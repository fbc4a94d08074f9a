import { useAgentName } from '../read/agent-names.ts';
import { UntrustedText } from './untrusted-text.tsx';

/** An agent by the name on its certified card; which one it is, nobody else's id, is there when pointed at. */
export function AgentName({ id }: { id: string }) {
  return (
    <span title={id} data-agent-name={id}>
      <UntrustedText text={useAgentName(id)} inline />
    </span>
  );
}
