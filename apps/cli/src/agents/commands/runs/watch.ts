import { RunVerifier } from '@agent-home/agent-runtime/run-log';
import { whenStopped } from '../../../command-line/run-until-stopped.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { RunPrinter } from '../../runs/run-printer.ts';

/** `agent-home runs watch [RUN]`: prints the verified records of a run until it has ended or Ctrl-C. */
export async function watchRun(
  environment: Record<string, string | undefined>,
  runId: string,
  flags: RunsFlags,
): Promise<void> {
  const store = openRuns(environment, flags);
  const stopping = new AbortController();
  void whenStopped().then(() => stopping.abort());
  await withPlainErrors(async () => {
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
