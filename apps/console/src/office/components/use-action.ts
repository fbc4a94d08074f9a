import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useProblemText } from '../../components/problem-text.ts';
import { type Change, change } from '../../read/api.ts';
import { Problem } from '../../read/problem.ts';

/**
 * Makes a change and invalidates every query; reports a refusal as text.
 * @param onRefused called with the refusal of the API
 */
export function useAction(onDone?: (answer: unknown) => void, onRefused?: (problem: Problem) => void) {
  const problemText = useProblemText();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (request: Change) => change<unknown>(request),
    onSuccess: (answer) => {
      onDone?.(answer);
      // Not awaited, so that a button does not wait for queries to be repeated.
      void client.invalidateQueries();
    },
    onError: (error) => {
      if (error instanceof Problem) onRefused?.(error);
    },
  });
  const { error } = mutation;
  const problem = error && problemText(error);
  return { run: mutation.mutate, isRunning: mutation.isPending, isDone: mutation.isSuccess, problem };
}
