import { AgentHomeError } from './agent-home-error.ts';

/**
 * Why an agent did not get in. `not_a_home`: what answers there is none. `root_differs`: it is another home than the one that was
 * named. `other_home`: the folder is of an agent in another home. `not_admitted`: nobody let it in within the time; called
 * again, `join` continues. `admission_refused`: an admin refused it, for the reason in the message. `suspended`, `withdrawn`: the home put it out. `card_not_certified`: its card did not come into the bucket
 * in time. `card_differs`: the card there has another key. Every message says what helps.
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
