import { attachFile } from '@agent-home/runtime-node';
import { stopSignal } from '../../command-line/stop-signal.ts';
import { watchOutput } from '../../command-line/watch-output.ts';
import { requirePrompt } from '../batch/require-prompt.ts';
import { interruptedLast } from '../conversation/session-runs.ts';
import type { HomeFlags } from '../home-specs/home-connection.ts';
import { loadHomeAgent } from '../home-specs/load-home-agent.ts';
import type { SessionFlags } from '../running/last-session.ts';
import { type OpenAgent, openLoadedAgent } from '../running/open-agent.ts';
import { openConfigured } from '../running/open-configured.ts';
import { withPlainAgentErrors } from '../running/plain-errors.ts';
import { type PreparedRun, prepareRun } from '../running/prepare-run.ts';
import { type ExitCode, getExitCode } from '../running/print-result.ts';
import { projectPlaces } from '../running/project-places.ts';
import { readPrompt } from '../running/read-prompt.ts';
import { runOnce } from '../running/run-once.ts';
import type { OutputFlags } from '../running/run-output.ts';
import type { RunsFlags } from '../runs/open-runs.ts';

interface RunFlags extends RunsFlags, SessionFlags, OutputFlags, HomeFlags {
  prompt?: string;
  /** Paths of images and PDFs. */
  attach?: readonly string[];
  /** True to add standard input to the prompt. */
  stdin?: boolean;
  project?: string;
  /** `--no-wait` makes it false. */
  wait: boolean;
}

/**
 * `agent-home agents run NAME -p TEXT`: sends one message and runs until the answer. Returns 0 if the agent answered, 1 if it did
 * not, and 3 if the run waits for an approval. With `--home` the agent, its policies and its tools are those of the home.
 */
export async function runAgent(name: string, flags: RunFlags): Promise<ExitCode> {
  const environment = { ...process.env };
  const places = projectPlaces(flags.project);
  const agent =
    flags.home === undefined
      ? await openConfigured(places, name)
      : await openOfHome(environment, { places, name, flags });
  requirePrompt(agent, flags);
  const text = await readPrompt(flags.prompt, flags.stdin);
  return withPlainAgentErrors(async () => {
    const run = await prepareRun(agent, { places, flags, environment });
    await hintAtInterrupted(run, name, flags);
    const output = watchOutput();
    const signal = AbortSignal.any([stopSignal(), output.signal]);
    try {
      const media = await Promise.all((flags.attach ?? []).map(attachFile));
      const files = media.length === 0 ? {} : { media };
      const message = { text, origin: 'user', tainted: false, ...files };
      const result = await runOnce(run, { order: await run.order(), message }, { flags, signal });
      return output.lost() ?? getExitCode(result);
    } finally {
      await run.close();
    }
  });
}

async function openOfHome(
  environment: NodeJS.ProcessEnv,
  wanted: Parameters<typeof loadHomeAgent>[1],
): Promise<OpenAgent> {
  const { loaded, reference } = await loadHomeAgent(environment, wanted);
  return openLoadedAgent(loaded, reference);
}

/** At a terminal, one line says how to continue the newest run of the session if its process died. */
async function hintAtInterrupted(
  { store, session }: Pick<PreparedRun, 'store' | 'session'>,
  agent: string,
  { format, quiet = false }: OutputFlags,
): Promise<void> {
  if (process.stderr.isTTY !== true || format !== 'text' || quiet) return;
  const runId = await interruptedLast(store, { agent, sessionId: session.id });
  if (runId === undefined) return;
  console.error(
    `agent-home: the last run of this session was interrupted; to continue it: agent-home runs resume ${runId}`,
  );
}
