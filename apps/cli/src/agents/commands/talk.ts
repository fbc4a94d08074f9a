import { shownText } from '@agent-home/protocol';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { faint, strong } from '../../terminal/colours.ts';
import { counted } from '../../terminal/counted.ts';
import { canRenderMarkdown } from '../../terminal/markdown-stream.ts';
import { wrapLine } from '../../terminal/wrap-line.ts';
import { isUndone, markUndone } from '../contexts/undone-mark.ts';
import { Conversation } from '../conversation/conversation.ts';
import { interruptedRuns, waitingRuns } from '../conversation/session-runs.ts';
import { completeCommand } from '../conversation/slash-commands.ts';
import { Speakers } from '../conversation/speakers.ts';
import { TypedLines } from '../conversation/typed-lines.ts';
import type { SessionFlags } from '../running/last-session.ts';
import { openConfigured } from '../running/open-configured.ts';
import { withPlainAgentErrors } from '../running/plain-errors.ts';
import type { PreparedRun } from '../running/prepare-run.ts';
import { projectPlaces } from '../running/project-places.ts';
import { readPrompt } from '../running/read-prompt.ts';
import type { RunsFlags } from '../runs/open-runs.ts';

interface TalkFlags extends RunsFlags, SessionFlags {
  /** First message. */
  prompt?: string;
  project?: string;
  trace?: boolean;
  /** `--no-wait` makes it false. */
  wait: boolean;
}

/** `agent-home agents run NAME --interactive`: holds a conversation in one session, which is locked during it. */
export async function talkWithAgent(name: string, flags: TalkFlags): Promise<void> {
  requireTerminal(flags);
  const places = projectPlaces(flags.project);
  const agent = await openConfigured(places, name);
  const first = flags.prompt === undefined ? undefined : await readPrompt(flags.prompt);
  await withPlainAgentErrors(async () => {
    const speakers = await Speakers.open(agent, { places, flags, environment: { ...process.env } });
    try {
      await greet(speakers.first, agent.definition);
      await converse(speakers, { first, flags });
    } finally {
      await speakers.close();
    }
  });
}

/** @throws AgentCommandError `terminal_required` */
function requireTerminal({ prompt }: TalkFlags): void {
  if (process.stdin.isTTY && process.stdout.isTTY && prompt !== '-') return;
  throw new AgentCommandError(
    'terminal_required',
    '--interactive needs a terminal: pass -p TEXT or pipe the message in instead',
  );
}

async function greet(
  { store, session, order }: PreparedRun,
  { name, title }: { name: string; title: string },
): Promise<void> {
  const { context, model } = await order();
  const here = { agent: name, sessionId: session.id };
  const [waiting, interrupted] = [await waitingRuns(store, here), await interruptedRuns(store, here)];
  const lines = [
    `${strong(shownText(title))} (${shownText(name)}), ${shownText(model.provider)}/${shownText(model.name)}`,
    faint(`session ${shownText(session.id)}, ${counted(context.length, 'message')} before; type /help`),
    ...(waiting.length === 0
      ? []
      : [`${counted(waiting.length, 'run')} of this session waits for an approval: type /approve`]),
    ...(interrupted.length === 0
      ? []
      : [`${counted(interrupted.length, 'run')} of this session was interrupted: type /resume`]),
  ];
  const width = process.stdout.columns || 100;
  for (const line of lines.flatMap((each) => wrapLine(each, width))) console.log(line);
}

async function converse(
  speakers: Speakers,
  { first, flags }: { first: string | undefined; flags: TalkFlags },
): Promise<void> {
  const { stdin, stdout } = process;
  const lines = new TypedLines(
    { stdin, stdout },
    () => conversation.interrupt(),
    (line) => {
      const agents = speakers.list().map(({ name }) => name);
      return completeCommand(line, { agents, models: speakers.first.models });
    },
  );
  let isGone = false;
  const conversation = new Conversation({
    speaker: speakers.first,
    handOver: (from, to) => speakers.handOver(from, to),
    choose: (name) => speakers.choose(name),
    agents: () => speakers.list(),
    undone: {
      has: (runId) => isUndone(process.env, runId),
      mark: (runId) => markUndone(process.env, runId, new Date()),
    },
    folder: process.cwd(),
    lines,
    sessionId: speakers.first.session.id,
    store: speakers.first.store,
    allowed: speakers.first.allowed,
    project: speakers.first.project,
    clean: (text) => speakers.first.vault.secrets.clean(text),
    print: (text) => void (isGone || stdout.write(text)),
    rendersMarkdown: canRenderMarkdown(stdout.isTTY === true, process.env),
    wait: flags.wait,
    trace: flags.trace ?? false,
  });
  const end = () => conversation.end();
  const leave = () => {
    isGone = true;
    end();
  };
  // A closed terminal accepts no output. The run is cancelled nevertheless, and its log is ended.
  for (const stream of [stdout, process.stderr]) stream.removeAllListeners('error').on('error', leave);
  process.on('SIGHUP', leave).on('SIGTERM', end);
  process.on('SIGINT', () => conversation.interrupt());
  try {
    await conversation.hold(first);
  } finally {
    lines.close();
  }
}
