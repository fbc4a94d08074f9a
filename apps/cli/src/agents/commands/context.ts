import { resolve } from 'node:path';
import type { RunStore } from '@agent-home/agent-runtime';
import type { Settings } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { loadDefinitions, resolveAgent } from '@agent-home/runtime-node/definitions';
import { stopSignal } from '../../command-line/stop-signal.ts';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { noteFormerState } from '../../state/project-state.ts';
import { askLine } from '../../terminal/ask-line.ts';
import { counted } from '../../terminal/counted.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { toTable } from '../../terminal/table.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { type AgentContext, agentContext } from '../contexts/agent-context.ts';
import { clearContext } from '../contexts/clear-context.ts';
import { isAgentName } from '../contexts/contexts-folder.ts';
import { describeContext } from '../contexts/describe-context.ts';
import { lastRuns, sessionPrefix } from '../contexts/last-session.ts';
import { listContexts } from '../contexts/list-contexts.ts';
import { writeNew } from '../contexts/write-new.ts';
import { requireSoundSettings } from '../running/open-agent.ts';
import { withPlainAgentErrors } from '../running/plain-errors.ts';
import { projectPlaces } from '../running/project-places.ts';
import { openRuns, type RunsFlags } from '../runs/open-runs.ts';

export interface ContextFlags extends RunsFlags {
  project?: string;
  format: 'text' | 'json';
  /** Session; default: the one that the agent's next run continues. */
  session?: string;
}

/** `agent-home agents context list`: lists the contexts that agents of this project continue. */
export async function listAgentContexts(flags: ContextFlags): Promise<void> {
  await withContexts(flags, async ({ store, settings, prefix }) => {
    const contexts = await listContexts(store, { prefix, environment: process.env });
    const isKept = settings.agents.contextPersistence;
    if (flags.format === 'json') return console.log(jsonDocument({ persistence: isKept, contexts }));
    if (!isKept)
      console.error('agent-home: agents.contextPersistence is false: each run starts a new session');
    if (contexts.length === 0) return console.log('no contexts');
    const rows = contexts.map(({ agent, session_id, runs, last_active_at, kept_in }) => [
      shownText(agent),
      preview(session_id, 40),
      String(runs),
      shownText(last_active_at.slice(0, 19)),
      shownText(kept_in ?? ''),
    ]);
    console.log(toTable(['agent', 'session', 'runs', 'last active', 'kept in'], rows));
  });
}

/** `agent-home agents context show NAME`: earlier messages that its next run gets. */
export async function showContext(name: string, flags: ContextFlags): Promise<void> {
  const context = await getContext(name, flags);
  if (flags.format === 'json') console.log(jsonDocument({ agent: name, context: context ?? null }));
  else if (!context) console.log(`${shownText(name)} has no context here: its next run starts a new session`);
  else for (const line of describeContext(context)) console.log(line);
}

/**
 * `agent-home agents context export NAME [--to FILE]`: the whole context as one JSON document.
 * @throws AgentCommandError `no_context`, `file_exists`, `not_written`
 */
export async function exportContext(name: string, flags: ContextFlags & { to?: string }): Promise<void> {
  const context = await getContext(name, flags);
  if (!context)
    throw new AgentCommandError('no_context', `${shownText(name)} has no context here: run the agent first`);
  const document = jsonDocument(context);
  if (flags.to === undefined) return console.log(document);
  writeNew(resolve(flags.to), `${document}\n`);
  console.log(shownText(resolve(flags.to)));
}

/**
 * `agent-home agents context clear NAME`: its next run begins a session. Prompts for confirmation at a
 * terminal.
 * @throws AgentCommandError `confirmation_missing`
 */
export async function clearAgentContext(
  name: string,
  flags: ContextFlags & { yes: boolean },
): Promise<0 | 1> {
  return withContexts(flags, async (here) => {
    const runs = await requireAgent(name, here);
    const isJson = flags.format === 'json';
    if (!flags.yes && !(await isWanted(name))) {
      console.error('nothing was cleared');
      if (isJson) console.log(jsonDocument({ agent: name, cleared_at: null, removed: false, logs: runs }));
      return 1;
    }
    const time = new Date();
    const removed = clearContext(process.env, name, time);
    if (isJson)
      console.log(jsonDocument({ agent: name, cleared_at: time.toISOString(), removed, logs: runs }));
    else {
      console.log(`The context of ${shownText(name)} is cleared: its next run starts a new session.`);
      if (runs > 0)
        console.log(
          `${counted(runs, 'log')} of its runs stay: agent-home runs list --agent ${shownText(name)}`,
        );
    }
    return 0;
  });
}

interface Here {
  store: RunStore;
  settings: Settings;
  /** Prefix of the project's sessions. */
  prefix: string;
  hasAgent(name: string): boolean;
}

async function withContexts<Result>(
  flags: ContextFlags,
  act: (here: Here) => Promise<Result>,
): Promise<Result> {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  requireSoundSettings(loaded);
  const store = openRuns(process.env, flags);
  noteFormerState(process.env, 'contexts');
  const prefix = sessionPrefix(loaded.places.project);
  const hasAgent = (name: string) => resolveAgent(loaded, name) !== undefined;
  return withPlainAgentErrors(() => act({ store, settings: loaded.settings, prefix, hasAgent }));
}

function getContext(name: string, flags: ContextFlags): Promise<AgentContext | undefined> {
  return withContexts(flags, async (here) => {
    await requireAgent(name, here);
    const { store, settings, prefix } = here;
    const { session: sessionId } = flags;
    const runs =
      sessionId === undefined
        ? await lastRuns(store, name, { prefix, environment: process.env })
        : await store.list({ agent: name, sessionId });
    if (sessionId !== undefined && runs.length === 0)
      throw new AgentCommandError(
        'no_context',
        `${shownText(name)} has no run in session ${preview(sessionId, 40)}: see agent-home runs list`,
      );
    return agentContext(store, runs, settings.context.limitTurns, process.env);
  });
}

/**
 * Checks that the agent exists or has runs: an agent whose file was deleted keeps its context.
 * @returns number of its runs
 */
async function requireAgent(name: string, { store, hasAgent }: Here): Promise<number> {
  const isName = isAgentName(name);
  const runs = isName ? (await store.list({ agent: name })).length : 0;
  if (isName && (runs > 0 || hasAgent(name))) return runs;
  throw new AgentCommandError('agent_not_found', `Agent not found: ${preview(name)}`);
}

async function isWanted(name: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new AgentCommandError('confirmation_missing', 'no terminal to confirm on: pass --yes to confirm');
  const question = `Clear the context of ${shownText(name)}? Its runs and their logs stay. yes or no: `;
  return (await askLine(question, stopSignal()))?.trim().toLowerCase() === 'yes';
}
