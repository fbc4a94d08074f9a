import { AgentHomeError } from './agent-home-error.ts';

/** Thrown if the home requires policies for each agent and this agent has none. */
export class PolicyError extends AgentHomeError {
  override readonly name = 'PolicyError';
  readonly code: 'policy_bundle_missing';

  constructor(code: 'policy_bundle_missing', message: string) {
    super(message);
    this.code = code;
  }
}
