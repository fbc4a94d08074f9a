import { useAgentName } from '../read/agent-names.ts';
import { UntrustedText } from './untrusted-text.tsx';

/** Shows the name on an agent's certified card, with its unique id as a tooltip. */
export function AgentName({ id }: { id: string }) {
  return (
    <span title={id} data-agent-name={id}>
      <UntrustedText text={useAgentName(id)} inline />
    </span>
  );
}
