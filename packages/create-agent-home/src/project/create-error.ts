/** Thrown if no project was created. Every message contains a remedy. */
export class CreateError extends Error {
  override readonly name = 'CreateError';
  readonly code: 'invalid_name' | 'no_home' | 'exists' | 'cannot_write' | 'no_terminal' | 'invalid_arguments';

  constructor(code: CreateError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
