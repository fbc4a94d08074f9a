import type { AccessFacts } from '@agent-home/access';
import type { TaskSituation } from '../dimensions.ts';
import { ownerId, type Question, sibling } from './questions.ts';

export function taskQuestions({ relation, visibility, lifecycle }: TaskSituation): Question[] {
  const task: NonNullable<AccessFacts['task']> = {
    task_id: 'k1',
    visibility,
    allowlisted: relation === 'reader',
    participant: relation === 'past_speaker',
    circle_member: relation === 'member' || relation === 'moderator',
    owner_id: ownerId,
    status: lifecycle,
  };
  const beside: typeof task = {
    ...task,
    task_id: sibling('k1'),
    visibility: 'invite',
    allowlisted: false,
    participant: false,
  };
  return [task, beside].flatMap((facts): Question[] =>
    ['task_read', 'task_write'].map((type) => ({
      grant: { type, task_id: facts.task_id },
      more: { task: facts },
    })),
  );
}
