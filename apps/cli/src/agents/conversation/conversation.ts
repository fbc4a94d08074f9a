import { getQuestion } from '@agent-home/agent-runtime';
import type { FollowedRecord, RunRecord } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { type FileRunStore, newRunId, type RunResult } from '@agent-home/runtime-node';
import { CommandError } from '../../errors/command-error.ts';
import { counted } from '../../terminal/counted.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { wrapLine } from '../../terminal/wrap-line.ts';
import type { AllowedCallsHere } from '../approvals/allowed-calls.ts';
import { askHere } from '../approvals/ask-here.ts';
import { delegatedPrinter } from '../running/delegated-printer.ts';
import { type Followed, followRun } from '../running/follow-run.ts';
import { announceLongCalls } from '../running/long-calls.ts';
import { withPlainAgentErrors } from '../running/plain-errors.ts';
import { largestPrompt, tooLarge } from '../running/read-prompt.ts';
import { StepLines } from '../running/step-lines.ts';
import { readDelegated } from '../runs/read-delegated.ts';
import { readRun } from '../runs/read-run.ts';
import { traceTeller } from '../tracing/trace-lines.ts';
import { compactionMessage, compactionSetup } from './compaction.ts';
import { agentLines, modelLines, undoLast } from './conversation-lines.ts';
import { ConversationPrinter } from './conversation-printer.ts';
import { exportConversation } from './export-conversation.ts';
import { getInterruption } from './interruption.ts';
import { costLines, interruptedRuns, waitingRuns } from './session-runs.ts';
import { contextOfSession, traceOfLastRun } from './session-words.ts';
import { helpLines, type SlashCommand } from './slash-commands.ts';
import type { AgentEntry, Speaker } from './speakers.ts';
import type { TypedLines } from './typed-lines.ts';
import { type Meaning, TypedMessage } from './typed-message.ts';

/** Maximum length of an agent's title in the prompt, in characters. */
const longestTitle = 60;
/** Returns the columns of the terminal. */
const getWidth = () => process.stdout.columns || 100;

export interface ConversationParts {
  /** The agent that the conversation begins with. */
  speaker: Speaker;
  /** Opens the agent that another one has handed the conversation over to. */
  handOver(from: Speaker, to: string): Promise<Speaker>;
  /** Opens the agent that the user chooses. */
  choose(name: string): Promise<Speaker>;
  /** Returns the agents that can get the conversation. */
  agents(): AgentEntry[];
  /** Marks of runs that were taken back. */
  undone: { has(runId: string): boolean; mark(runId: string): void };
  sessionId: string;
  store: FileRunStore;
  lines: TypedLines;
  /** Calls that are allowed without another approval. */
  allowed: AllowedCallsHere;
  /** Current folder, absolute, in which exports are written. */
  folder: string;
  /** Project folder. */
  project: string;
  /** Removes the secrets of the runs from a text. */
  clean(text: string): string;
  /** Verbatim text, with line ends. */
  print(text: string): void;
  /** True to render the Markdown of agents. */
  rendersMarkdown: boolean;
  /** True if a run may stay waiting for an approval. */
  wait: boolean;
  /** True to print all records; otherwise the tracer's output. */
  trace: boolean;
}

/** Conversation at a terminal: each message is a run of one session, until the user ends it. */
export class Conversation {
  readonly #parts: ConversationParts;
  /** The agent that has the conversation. */
  #speaker: Speaker;
  readonly #typed = new TypedMessage(largestPrompt);
  #running: AbortController | undefined;
  #interruptedAt: number | undefined;
  #endingSince: number | undefined;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.#speaker = parts.speaker;
  }

  /** @param first message that is sent before any typed one */
  async hold(first: string | undefined): Promise<void> {
    if (first !== undefined) await this.#say(first);
    while (this.#endingSince === undefined) {
      const meaning = await this.#next();
      if (!meaning) return;
      await this.#act(meaning);
    }
  }

  /** Handles Ctrl-C. @param at time of a monotonic clock, in milliseconds */
  interrupt(at = performance.now()): void {
    const { lines } = this.#parts;
    const meant = getInterruption({
      at,
      before: this.#interruptedAt,
      isRunning: this.#running !== undefined,
      hasTyped: lines.hasTyped || this.#typed.hasBegun,
      endingSince: this.#endingSince,
    });
    this.#interruptedAt = at;
    if (meant === 'abandon') process.exit(130);
    if (meant === 'end_session') this.end();
    if (meant === 'clear_line') lines.clear();
    if (meant === 'cancel_run') {
      // Input typed for a later question no longer applies.
      lines.discard();
      this.#running?.abort();
    }
  }

  /** Cancels the running turn and ends the session. */
  end(): void {
    this.#endingSince ??= performance.now();
    this.#running?.abort();
    this.#parts.lines.close();
  }

  /** @returns undefined at the end of input */
  async #next(): Promise<Meaning | undefined> {
    const { lines } = this.#parts;
    const { agent } = this.#speaker;
    for (;;) {
      const prompt = this.#typed.hasBegun ? '… ' : `${preview(agent.title, longestTitle)}> `;
      const typed = await lines.next(prompt);
      if (typed.kind === 'end') return undefined;
      if (typed.kind === 'cleared') this.#typed.clear();
      else {
        // Typing a line cancels the pending exit.
        this.#interruptedAt = undefined;
        const meaning = this.#typed.add(typed.text);
        if (meaning) return meaning;
      }
    }
  }

  async #act(meaning: Meaning): Promise<void> {
    if (meaning.kind === 'say') await this.#say(meaning.text);
    else if (meaning.kind === 'too_large') this.#tell(`${tooLarge} [prompt_too_large]`);
    else if (meaning.kind === 'command') await this.#plainly(() => this.#obey(meaning));
    else if (meaning.kind === 'unknown_command') {
      const { name, nearest } = meaning;
      const hint = nearest === undefined ? 'type /help for the commands' : `did you mean /${nearest}?`;
      this.#tell(`/${preview(name, 40)} is not a command and was not sent: ${hint} [unknown_command]`);
    } else if (meaning.kind === 'unexpected_argument')
      this.#tell(`/${meaning.name} takes no argument: type it alone [invalid_arguments]`);
  }

  async #obey({ name, argument }: { name: SlashCommand; argument: string }): Promise<void> {
    const { store, sessionId } = this.#parts;
    const { agent, order } = this.#speaker;
    const session = { agent: agent.name, sessionId };
    const commands: Record<SlashCommand, () => Promise<void> | void> = {
      exit: () => this.end(),
      help: () => this.#tell(...helpLines().flatMap((line) => wrapLine(line, getWidth()))),
      context: async () => this.#tell(...contextOfSession((await order()).context)),
      trace: async () => this.#tell(...(await traceOfLastRun(store, session))),
      approve: async () =>
        this.#continue(await waitingRuns(store, session), 'no approval is pending in this session'),
      resume: async () =>
        this.#continue(await interruptedRuns(store, session), 'no run of this session was interrupted'),
      agents: () => this.#chooseAgent(argument),
      model: () => this.#chooseModel(argument),
      undo: async () => this.#tell(...(await undoLast(this.#speaker, this.#parts))),
      cost: async () => this.#tell(...(await costLines(store, sessionId))),
      compact: () => this.#compact(),
      export: () => this.#export(argument),
    };
    await commands[name]();
  }

  async #chooseAgent(name: string): Promise<void> {
    const { agent: present } = this.#speaker;
    if (name === '') return this.#tell(...agentLines(this.#parts.agents(), present.name));
    if (name !== present.name) this.#speaker = await this.#parts.choose(name);
    const { agent } = this.#speaker;
    const has = name === present.name ? 'has the conversation already' : 'has the conversation now';
    this.#tell(`${shownText(agent.title)} (${shownText(agent.name)}) ${has}`);
  }

  async #chooseModel(name: string): Promise<void> {
    const { models, useModel, order } = this.#speaker;
    if (name !== '') await useModel(name);
    this.#tell(...modelLines(models, (await order()).model));
  }

  /** Replaces the conversation by its summary, which is the answer of a run without tools. */
  async #compact(): Promise<void> {
    const { runtime, order } = this.#speaker;
    const setup = await order();
    const { context, tainted } = setup;
    if (context.length === 0) return this.#tell('no messages to summarize in this session yet');
    const result = await this.#run(newRunId(), [], (runId, options) =>
      runtime.postMessage(compactionSetup(setup), compactionMessage, { ...options, runId }),
    );
    const { ended } = result?.state ?? {};
    if (ended?.status !== 'answered' || ended.answer.trim() === '')
      return this.#tell('there is no summary, so the conversation stays as it was');
    const taint = tainted ? '; the summary still counts as text of others' : '';
    this.#tell(
      `${counted(context.length, 'message')} replaced by the summary${taint}; /undo brings them back`,
    );
  }

  async #export(file: string): Promise<void> {
    const { store, sessionId, undone, folder } = this.#parts;
    const isLeftOut = (runId: string) => undone.has(runId);
    const path = await exportConversation({ store, sessionId, isLeftOut, file, folder });
    this.#tell(`written to ${shownText(path)}`);
  }

  async #say(text: string): Promise<void> {
    const { runtime, order } = this.#speaker;
    await this.#plainly(async () => {
      const ended = await this.#run(newRunId(), [], async (runId, options) => {
        const message = { text, origin: 'user', tainted: false };
        return runtime.postMessage(await order(), message, { ...options, runId });
      });
      if (ended) await this.#follow(ended);
    });
  }

  /** After a handoff the next message is sent to the agent that took over. Nodes of a workflow do not take over. */
  async #follow({ state }: RunResult): Promise<void> {
    const { agent } = this.#speaker;
    const to = state.started.agent;
    if (state.graph || to === agent.name || !state.ended || this.#endingSince !== undefined) return;
    this.#speaker = await this.#parts.handOver(this.#speaker, to);
    const { name, title } = this.#speaker.agent;
    this.#tell(`${shownText(title)} (${shownText(name)}) continues the conversation`);
  }

  /**
   * Continues runs of this session: prompts again for their pending approvals, or repeats the step in which their process died.
   * @param none text to print without a run
   */
  async #continue(runIds: readonly string[], none: string): Promise<void> {
    const { store } = this.#parts;
    const { runtime } = this.#speaker;
    if (runIds.length === 0) this.#tell(none);
    for (const id of runIds) {
      if (this.#endingSince !== undefined) return;
      const { records, problem } = await readRun(store, id);
      if (problem) throw problem;
      await this.#run(id, records, (runId, { signal, asking }) => runtime.resume(runId, signal, { asking }));
    }
  }

  /**
   * @param before records that are already known
   * @returns undefined if the run was cancelled before it began
   */
  async #run(
    runId: string,
    before: readonly RunRecord[],
    work: (
      runId: string,
      options: { signal: AbortSignal; asking: ReturnType<typeof askHere> },
    ) => Promise<RunResult>,
  ): Promise<RunResult | undefined> {
    const running = new AbortController();
    this.#running = running;
    const speaker = this.#speaker;
    const runs = before.length === 0 ? [] : await readDelegated(this.#parts.store, runId);
    const followed = followRun(speaker, runId, this.#follower(runId, before), {
      delegated: delegatedPrinter((line) => this.#tell(line), {
        verbose: false,
        width: getWidth(),
        before: runs,
      }),
      runs,
    });
    try {
      const result = await work(runId, { signal: running.signal, asking: this.#asking(followed) });
      await followed.shown();
      if (getQuestion(result.state) || result.waitsFor)
        this.#tell('the approval stays pending: type /approve to answer it, here or in the next session');
      return result;
    } catch (error) {
      // Servers were still listing their tools, so there is no run that could report it.
      if (!(running.signal.aborted && error === running.signal.reason)) throw error;
      this.#tell('cancelled before the run began');
      return undefined;
    } finally {
      await followed.end();
      this.#running = undefined;
      await speaker.keep();
      await speaker.tracer.ended(runId);
    }
  }

  #follower(runId: string, before: readonly RunRecord[]): (record: FollowedRecord) => void {
    const { print, trace, rendersMarkdown } = this.#parts;
    const { tracer } = this.#speaker;
    const lines = new StepLines(getWidth());
    const teller = new ConversationPrinter(lines, { rendersMarkdown });
    const tell = (line: string) => this.#tell(line);
    const followLongCalls = announceLongCalls(lines, tell);
    const traced = trace ? traceTeller(tell, { before }) : tracer.console(runId, tell, before);
    for (const record of before) teller.know(record);
    return (record) => {
      print(teller.tell(record));
      followLongCalls(record);
      traced?.(record);
    };
  }

  /** Events before a question are printed first. */
  #asking(followed: Followed): ReturnType<typeof askHere> {
    const { lines, wait, allowed, project, clean } = this.#parts;
    const terminal = {
      tell: (line: string) => this.#tell(line),
      ask: (question: string, signal: AbortSignal) => lines.answer(question, signal),
    };
    const { ask, otherwise } = askHere({ wait, terminal, allowed, project, clean });
    return {
      otherwise,
      ask: async (asked, signal) => {
        await followed.shown();
        return ask?.(asked, signal);
      },
    };
  }

  /** Prints an error, and the conversation continues. */
  async #plainly(work: () => Promise<void>): Promise<void> {
    try {
      await withPlainAgentErrors(work);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.#tell(`${error.message} [${error.code}]`);
    }
  }

  #tell(...told: string[]): void {
    this.#parts.print(told.map((line) => `${line}\n`).join(''));
  }
}
