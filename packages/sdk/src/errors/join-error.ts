import { AgentHomeError } from './agent-home-error.ts';

/**
 * Reason for a failed join. `not_a_home`: the responding server is not a home. `root_differs`: it is another home than the named
 * one. `other_home`: the folder belongs to an agent in another home. `not_admitted`: the agent was not admitted in time; calling
 * `join` again continues. `admission_refused`: an admin refused it, with the reason in the message. `suspended`, `withdrawn`: the
 * home has excluded it. `card_not_certified`: its card was not published in time. `card_differs`: the published card has another
 * key. Every message names a remedy.
 */
export class JoinError extends AgentHomeError {
  override readonly name = 'JoinError';
  readonly code:
    | 'not_a_home'
    | 'root_differs'
    | 'other_home'
    | 'not_admitted'
    | 'admission_refused'
    | 'suspended'
    | 'withdrawn'
    | 'card_not_certified'
    | 'card_differs';

  constructor(code: JoinError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
