import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { BackgroundProcess } from '../../processes/background-process.ts';
import type { Command } from '../../processes/run-command.ts';

/** Jobs of one run that run at once. */
export const maximumJobs = 8;
/** Jobs of one run that are known, ended ones included; the oldest ended job is forgotten. */
const maximumKnown = 32;

interface JobsOfRun {
  /** Jobs by their ids, oldest first. */
  jobs: Map<string, BackgroundProcess>;
  /** Number of jobs whose program is being started. */
  starting: number;
}

/** Command of a job. `release` is called once, after it and all that it started have ended. */
interface JobCommand {
  command: Pick<Command, 'program' | 'arguments' | 'folder' | 'environment' | 'given' | 'isWrapped'>;
  release(): Promise<void>;
}

interface Owner {
  runId: string;
  /** Aborted once this process no longer drives the run. */
  ending: AbortSignal | undefined;
}

/**
 * Commands of runs that continue after their calls. They exist in this process only, and end with their run, with the provider and
 * with this process.
 */
export class BackgroundJobs {
  readonly #runs = new Map<string, JobsOfRun>();
  readonly #stopping = new Set<Promise<void>>();
  #isClosed = false;

  /** @throws ToolFailure `too_many_jobs`, `tool_cancelled`, `command_not_started` */
  async start({ runId, ending }: Owner, { command, release }: JobCommand): Promise<string> {
    const job = await this.#start({ runId, ending }, command).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    const released = job.process.ended.then(release).finally(() => this.#stopping.delete(released));
    this.#stopping.add(released);
    return job.id;
  }

  async #start(
    { runId, ending }: Owner,
    command: JobCommand['command'],
  ): Promise<{ id: string; process: BackgroundProcess }> {
    const requireOpen = () => {
      if (this.#isClosed || ending?.aborted)
        throw new ToolFailure('tool_cancelled', 'the call was cancelled');
    };
    requireOpen();
    const run = this.#runs.get(runId) ?? this.#add(runId, ending);
    const { jobs } = run;
    const running = [...jobs].filter(([, job]) => job.isRunning).map(([id]) => id);
    if (running.length + run.starting >= maximumJobs)
      throw new ToolFailure(
        'too_many_jobs',
        `${maximumJobs} background jobs are running: end one with bash_stop (${running.join(', ')})`,
      );
    run.starting += 1;
    const job = await BackgroundProcess.start(command);
    run.starting -= 1;
    if (job === undefined)
      throw new ToolFailure('command_not_started', `${command.program} could not be started on this machine`);
    const id = `job-${crypto.randomUUID().slice(0, 8)}`;
    // The run or the provider may have ended while the program started.
    if (this.#isClosed || ending?.aborted) await job.stop();
    requireOpen();
    jobs.set(id, job);
    forgetOldest(jobs);
    return { id, process: job };
  }

  /** @throws ToolFailure `unknown_job` */
  get(runId: string, id: string): BackgroundProcess {
    const jobs = this.#runs.get(runId)?.jobs;
    const job = jobs?.get(id);
    if (job !== undefined) return job;
    const known = [...(jobs?.keys() ?? [])];
    throw new ToolFailure(
      'unknown_job',
      `${id.slice(0, 100)} is not a background job of this run: ${known.length === 0 ? 'there are none; jobs end when the runtime restarts' : `there are ${known.join(', ')}`}`,
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const runId of [...this.#runs.keys()]) this.#end(runId);
    await Promise.allSettled(this.#stopping);
  }

  #add(runId: string, ending: AbortSignal | undefined): JobsOfRun {
    const run = { jobs: new Map<string, BackgroundProcess>(), starting: 0 };
    if (this.#runs.size === 0) process.on('exit', this.#killAll);
    this.#runs.set(runId, run);
    ending?.addEventListener('abort', () => this.#end(runId), { once: true });
    return run;
  }

  #end(runId: string): void {
    const jobs = [...(this.#runs.get(runId)?.jobs.values() ?? [])];
    this.#runs.delete(runId);
    if (this.#runs.size === 0) process.off('exit', this.#killAll);
    for (const job of jobs) {
      const stopped = job.stop().finally(() => this.#stopping.delete(stopped));
      this.#stopping.add(stopped);
    }
  }

  readonly #killAll = (): void => {
    for (const { jobs } of this.#runs.values()) for (const job of jobs.values()) job.kill();
  };
}

function forgetOldest(jobs: Map<string, BackgroundProcess>): void {
  for (const [id, job] of jobs) {
    if (jobs.size <= maximumKnown) return;
    if (!job.isRunning) jobs.delete(id);
  }
}
