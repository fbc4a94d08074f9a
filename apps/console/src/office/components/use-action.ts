import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useProblemText } from '../../components/problem-text.ts';
import { change } from '../../read/api.ts';

export interface Change {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
}

/** Changes something and reads everything again; says in words what was refused. */
export function useAction(onDone?: (answer: unknown) => void) {
  const problemText = useProblemText();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ method, path, body }: Change) => change<unknown>(method, path, body),
    onSuccess: (answer) => {
      onDone?.(answer);
      // Not waited for: whatever is read again comes when it comes, and a button is not held up by it.
      void client.invalidateQueries();
    },
  });
  const { error } = mutation;
  const problem = error && problemText(error);
  return { run: mutation.mutate, isRunning: mutation.isPending, isDone: mutation.isSuccess, problem };
}
