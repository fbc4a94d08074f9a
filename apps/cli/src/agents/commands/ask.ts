import { compileTriggers } from '@agent-home/agent-runtime';
import { mainAgent } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { type LoadedDefinitions, loadDefinitions, resolveAgent } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { getReason } from '../../terminal/plain-text.ts';
import { getMiss, keepMiss } from '../routing/misses.ts';
import { noRoute } from '../routing/no-route.ts';
import { routableAgents } from '../routing/routable-agents.ts';
import { routingDocument } from '../routing/routing-document.ts';
import { tooMuchLines, winnerLine } from '../routing/routing-lines.ts';
import type { SessionFlags } from '../running/last-session.ts';
import { requireSoundSettings } from '../running/open-agent.ts';
import type { ExitCode } from '../running/print-result.ts';
import { projectPlaces } from '../running/project-places.ts';
import { readPrompt } from '../running/read-prompt.ts';
import type { OutputFlags } from '../running/run-output.ts';
import type { RunsFlags } from '../runs/open-runs.ts';
import { runAgent } from './run.ts';

export interface AskFlags extends RunsFlags, SessionFlags, OutputFlags {
  /** Overrides the choice of the router (S3-81). */
  agent?: string;
  /** Paths of images and PDFs. */
  attach?: readonly string[];
  project?: string;
  wait: boolean;
  /** True to add standard input to the prompt. */
  stdin?: boolean;
}

/**
 * `agent-home ask TEXT` (S3-82): sends a prompt to the agent whose triggers match it, or to the main
 * conversation if no agent has triggers. Routing only reads files: it starts no server
 * and executes no code of a project. The run itself works as in `agents run`.
 * @throws AgentCommandError `no_route`, `routing_off`, and the errors of `agents run`
 */
export async function ask(text: string | undefined, flags: AskFlags): Promise<ExitCode> {
  const { stdin = false, ...running } = flags;
  if (text?.trim() === '' || (text === undefined && process.stdin.isTTY && !stdin))
    throw new AgentCommandError('prompt_missing', 'the prompt is missing: pass TEXT, or pipe it in');
  const prompt = await readPrompt(text, stdin);
  const loaded = loadDefinitions(projectPlaces(flags.project));
  requireSoundSettings(loaded);
  const { name, routing } = chosen(prompt, loaded, flags.agent);
  return runAgent(name, { ...running, prompt, beside: { routing } });
}

function chosen(prompt: string, loaded: LoadedDefinitions, byUser: string | undefined) {
  if (!loaded.settings.agents.autoRoute) {
    if (byUser !== undefined) return { name: byUser, routing: null };
    throw new AgentCommandError(
      'routing_off',
      'agents.autoRoute is false in the settings: pass --agent NAME',
    );
  }
  const routable = routableAgents(loaded);
  const triggers = compileTriggers(routable.agents);
  const found = triggers.route(prompt);
  for (const line of tooMuchLines(found)) console.error(line);
  if (byUser !== undefined) {
    const routed = found.winner?.agent;
    if (routed !== byUser && resolveAgent(loaded, byUser)) remember(prompt, { chosen: byUser, routed });
    return { name: byUser, routing: { ...routingDocument(found), overruled: byUser !== routed } };
  }
  if (!found.winner) {
    // Without triggers nothing can be chosen, so the main conversation takes the prompt and delegates by descriptions.
    if (routable.agents.length + routable.refused.length > 0) throw noRoute(triggers.near(prompt), routable);
    return { name: mainAgent, routing: { ...routingDocument(found), overruled: false } };
  }
  console.error(winnerLine(found.winner));
  return { name: found.winner.agent, routing: { ...routingDocument(found), overruled: false } };
}

/** Stored for `agents routes --misses`; a failure to store it does not prevent the run. */
function remember(prompt: string, facts: { chosen: string; routed: string | undefined }): void {
  try {
    keepMiss(process.env, getMiss(prompt, { time: new Date(), ...facts }));
  } catch (error) {
    console.error(
      `agent-home: the choice of ${shownText(facts.chosen)} was not recorded: ${getReason(error)} [miss_not_kept]`,
    );
  }
}
