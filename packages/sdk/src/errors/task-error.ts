import { AgentHomeError } from './agent-home-error.ts';

type TaskErrorCode = 'invalid_name' | 'bad_index' | 'foreign_pointer' | 'artifact_differs';

/** Artifact that cannot be handed in under its name, or that contradicts its author's index. */
export class TaskError extends AgentHomeError {
  override readonly name = 'TaskError';
  readonly code: TaskErrorCode;
  readonly taskId: string;

  constructor(code: TaskErrorCode, taskId: string, message: string) {
    super(message);
    this.code = code;
    this.taskId = taskId;
  }
}
