import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunStore } from '@agent-home/agent-runtime';
import type { Settings } from '@agent-home/agent-runtime/definition';
import type { ChatMessage } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { writePrivate } from '../../state/private-files.ts';
import { getReason } from '../../terminal/plain-text.ts';
import { type AgentContext, agentContext } from './agent-context.ts';
import { contextsFolder, type Environment, isAgentName } from './contexts-folder.ts';
import { findPrefix, lastRuns } from './last-session.ts';

/** Maximum size of the stored messages, in bytes. The logs contain all messages. */
const mostBytes = 1024 * 1024;
const getName = (agent: string) => `${agent}.json`;

/**
 * Stores the messages of a session as `contexts/<agent>.json` (S3-54) if the settings require it. It is a copy:
 * if it cannot be written, the run is unaffected and the user is informed.
 */
export async function keepContext(
  environment: Environment,
  store: RunStore,
  { agent, sessionId, settings }: { agent: string; sessionId: string; settings: Settings },
): Promise<void> {
  if (!settings.agents.contextPersistence || !isAgentName(agent)) return;
  try {
    const prefix = findPrefix(sessionId);
    if (prefix === undefined) return;
    const runs = await lastRuns(store, agent, { prefix, environment });
    // The agent has another last session now, or it was cleared during the run.
    if (runs[0]?.sessionId !== sessionId) return;
    const context = await agentContext(store, runs, settings.context.limitTurns, environment);
    if (!context) return;
    const text = JSON.stringify(bounded(context), undefined, 2);
    writePrivate(contextsFolder(environment), getName(agent), `${text}\n`);
  } catch (error) {
    console.error(
      `agent-home: the context of ${shownText(agent)} was not saved: ${getReason(error)} [context_not_kept]`,
    );
  }
}

/** Returns the file that stores an agent's context, if it exists. */
export function keptIn(environment: Environment, agent: string): string | undefined {
  if (!isAgentName(agent)) return undefined;
  const file = join(contextsFolder(environment), getName(agent));
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/** @param agent an agent’s name @returns true if there was a stored context (a missing file is no error) */
export function removeKept(environment: Environment, agent: string): boolean {
  const file = keptIn(environment, agent);
  if (file !== undefined) rmSync(file, { force: true });
  return file !== undefined;
}

/** Keeps the newest turns that fit, so that no result is kept without its call. */
export function bounded(context: AgentContext, most = mostBytes): AgentContext {
  const messages = context.conversationHistory;
  let bytes = 0;
  let first = messages.length;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    bytes += Buffer.byteLength(JSON.stringify(messages[at]));
    if (bytes > most) break;
    if (isBeginOfTurn(messages, at)) first = at;
  }
  if (first === 0) return context;
  const metadata = { ...context.metadata, leftOut: first };
  return { ...context, conversationHistory: messages.slice(first), metadata };
}

function isBeginOfTurn(messages: readonly ChatMessage[], at: number): boolean {
  return at === 0 || messages[at]?.role === 'user';
}
