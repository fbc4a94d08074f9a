import { titleOfName } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { findAgent, type LoadedDefinitions, loadDefinitions } from '@agent-home/runtime-node/definitions';
import { preview } from '../../terminal/untrusted-text.ts';
import type { AgentAnswers } from '../authoring/agent-answers.ts';
import { isAtTerminal } from '../authoring/at-terminal.ts';
import { answersFrom } from '../authoring/flag-answers.ts';
import { everyday } from '../authoring/templates/everyday.ts';
import { configureModel, type ModelFlags } from '../models/configure-model.ts';
import { findModelSources } from '../models/model-sources.ts';
import { requireSoundSettings } from '../running/open-agent.ts';
import { projectPlaces } from '../running/project-places.ts';
import { writeNewAgent } from './create.ts';
import { tryModel } from './models/test.ts';
import { runAgent } from './run.ts';
import { talkWithAgent } from './talk.ts';

export interface InitFlags extends ModelFlags {
  prompt?: string;
  project?: string;
}

const usualName = 'assistant';

/**
 * `agent-home agents init [AGENT]`: finds a model unless one is configured, creates an agent unless it exists, tests the model and
 * runs the agent: with the prompt, or in a conversation if this is a terminal. Returns the exit code of the run, 1 if the model does
 * not respond, else 0.
 * @param find Searches this machine for models.
 * @throws AgentCommandError `model_not_configured` if no model was found
 */
export async function initAgents(
  agent: string | undefined,
  flags: InitFlags,
  find: typeof findModelSources = findModelSources,
): Promise<number> {
  const places = projectPlaces(flags.project);
  let loaded = loadDefinitions(places);
  requireSoundSettings(loaded);
  if (Object.keys(loaded.settings.models).length === 0) {
    const { name, path } = await configureModel(places, flags, find);
    console.log(`The model ${shownText(name)} is added to ${shownText(path)}`);
    loaded = loadDefinitions(places);
  }
  const name = agent ?? usualName;
  if (findAgent(loaded, name) === undefined) {
    const { drafted } = writeNewAgent(loaded, firstAgent(name), everyday);
    console.log(`The agent ${name} is created: ${shownText(drafted.agent.origin.path)}`);
    loaded = loadDefinitions(places);
  }
  const works = await reportModel(loaded);
  if (works !== 0) return works;
  const project = flags.project === undefined ? {} : { project: flags.project };
  if (flags.prompt !== undefined)
    return runAgent(name, { ...project, prompt: flags.prompt, wait: true, trace: false, format: 'text' });
  if (isTalking()) await talkWithAgent(name, { ...project, wait: true });
  else console.log(`Next: agent-home agents run ${name} -p 'What is in this folder?'`);
  return 0;
}

/** @throws AuthoringError `invalid_arguments` */
function firstAgent(name: string): AgentAnswers {
  return answersFrom(
    name,
    { title: titleOfName(name), description: 'Works in this folder.', scope: 'project', global: false },
    'project',
  );
}

/** True if a conversation can be held. */
function isTalking(): boolean {
  return isAtTerminal() && process.stdout.isTTY === true;
}

async function reportModel(loaded: LoadedDefinitions): Promise<0 | 1> {
  const { models, agents } = loaded.settings;
  const name = agents.model ?? Object.keys(models)[0] ?? '';
  const {
    ok,
    elapsed_ms: elapsed,
    message = '',
    code = 'failed',
    remedy = 'change it in the settings',
  } = await tryModel(loaded, name, { isBrief: true });
  if (ok) console.log(`✓ the model ${shownText(name)} responds in ${elapsed} ms`);
  else {
    console.error(
      `✗ the model ${shownText(name)} does not respond: ${preview(message, 300)} [${shownText(code)}]`,
    );
    console.error(`  ${shownText(remedy)}; then run agent-home models test ${shownText(name)}`);
  }
  return ok ? 0 : 1;
}
