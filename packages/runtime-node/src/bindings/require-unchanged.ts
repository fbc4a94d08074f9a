import { ToolFailure } from '../outcomes/tool-failure.ts';
import type { ProgramPlace } from '../processes/program-place.ts';
import { ProjectChangedError } from '../processes/project-changed-error.ts';

/** @throws ToolFailure `project_changed`, `project_too_large`, before any program starts */
export function requireUnchanged(place: ProgramPlace): void {
  try {
    place.beforeStart();
  } catch (error) {
    if (!(error instanceof ProjectChangedError)) throw error;
    throw new ToolFailure(error.code, error.message, { retry: 'not_begun' });
  }
}
