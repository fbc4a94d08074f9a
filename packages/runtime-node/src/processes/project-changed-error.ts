/** Refusal to start code of a project: its files are not the ones that were trusted. */
export class ProjectChangedError extends Error {
  override readonly name = 'ProjectChangedError';
  readonly code: 'project_changed' | 'project_too_large';

  constructor(code: ProjectChangedError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
