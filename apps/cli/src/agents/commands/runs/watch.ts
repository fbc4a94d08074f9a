import { RunVerifier } from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';
import { whenStopped } from '../../../command-line/run-until-stopped.ts';
import { RunCommandError } from '../../../errors/command-errors.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { RunPrinter } from '../../runs/run-printer.ts';

/** `agent-home runs watch [RUN]`: prints the verified records of a run until it has ended or Ctrl-C. */
export async function watchRun(
  environment: Record<string, string | undefined>,
  asked: string | undefined,
  flags: RunsFlags,
): Promise<void> {
  const store = openRuns(environment, flags);
  const stopping = new AbortController();
  void whenStopped().then(() => stopping.abort());
  await withPlainErrors(async () => {
    const runId = asked ?? (await newest(store));
    const { value } = await store.read(runId);
    const verifier = new RunVerifier(value);
    const teller = new RunPrinter();
    for await (const line of store.follow(runId, stopping.signal)) {
      const record = verifier.take(line);
      for (const told of teller.tell(record)) console.log(told);
      if (record.type === 'run.ended') return;
    }
  });
}

async function newest(store: FileRunStore): Promise<string> {
  const [run] = await store.list();
  if (!run) throw new RunCommandError('no_runs', 'no run exists: start one with agent-home agents run NAME');
  return run.runId;
}
