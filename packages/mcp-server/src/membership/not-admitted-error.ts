/** Thrown for an agent that the home knows but has not admitted yet, or no longer admits. */
export class NotAdmittedError extends Error {
  override readonly name = 'NotAdmittedError';
  readonly code: 'not_admitted' | 'suspended' | 'withdrawn';

  constructor(standing: string) {
    super(`this agent is ${standing}`);
    this.code = standing === 'suspended' || standing === 'withdrawn' ? standing : 'not_admitted';
  }
}
