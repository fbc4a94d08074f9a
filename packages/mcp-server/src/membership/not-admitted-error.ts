/** This agent is known to the home and may not live there yet, or no more. */
export class NotAdmittedError extends Error {
  override readonly name = 'NotAdmittedError';
  readonly code: 'not_admitted' | 'suspended' | 'withdrawn';

  constructor(standing: string) {
    super(`this agent is ${standing}`);
    this.code = standing === 'suspended' || standing === 'withdrawn' ? standing : 'not_admitted';
  }
}
