/** Thrown instead of starting code of a project whose files differ from the trusted ones. */
export class ProjectChangedError extends Error {
  override readonly name = 'ProjectChangedError';
  readonly code: 'project_changed' | 'project_too_large';

  constructor(code: ProjectChangedError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
