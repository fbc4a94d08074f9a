import { commandPins, describeProblem } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  inspectProject,
  type LoadedDefinitions,
  loadDefinitions,
  ProjectChangedError,
  type ProjectInspection,
  trustProject,
} from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { machineState } from '../../state/project-state.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { atTerminal, isAtTerminal } from '../authoring/at-terminal.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';
import { changedLines } from '../trusting/changed-lines.ts';
import { demandLines, treeLines } from '../trusting/demand-lines.ts';

export interface TrustFlags extends ProjectFlags {
  sha256?: string;
  /** Paths that are left out of the tree. */
  except: string[];
}

type State = 'trusted' | 'not_trusted' | 'changed';

/** Project as it was shown to the user who decides on trust. */
interface Shown {
  loaded: LoadedDefinitions;
  look: ProjectInspection;
  lines: string[];
  state: State;
}

/**
 * `agent-home agents trust [--sha256 HASH]`: prints the project's demands on this machine. It pins them if the hash is given or the
 * user at the terminal confirms.
 * @throws AgentCommandError `trust_changed` if the project changed in between; `invalid_settings`, `project_too_large`
 */
export async function trustHere(flags: TrustFlags): Promise<void> {
  const shown = read(flags);
  if (flags.sha256 !== undefined) {
    pin(shown, flags.sha256);
    print({ ...shown, state: 'trusted' }, flags);
    return;
  }
  print(shown, flags);
  if (shown.state === 'trusted' || flags.format === 'json' || !isAtTerminal()) return;
  const answer = await atTerminal.ask('Trust this state of the project? yes or no: ');
  if (answer?.trim().toLowerCase() !== 'yes') return;
  pin(read(flags), shown.look.sha256);
  console.log(`Trusted: ${shown.look.sha256}`);
}

function read(flags: TrustFlags): Shown {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  const { trust, settingsAreSound, problems } = loaded;
  const [problem] = settingsAreSound ? trust.problems : problems;
  if (problem) throw new AgentCommandError('invalid_settings', shownText(describeProblem(problem)));
  const look = inspectHere(loaded, flags.except);
  const isAsTrusted = trust.state === 'trusted' && (!trust.demands || trust.pinned?.sha256 === look.sha256);
  const state = isAsTrusted ? 'trusted' : trust.state === 'not_trusted' ? 'not_trusted' : 'changed';
  return { loaded, look, lines: [...demandLines(trust), ...treeLines(look)], state };
}

function pin({ loaded: { places, trust }, look, lines }: Shown, sha256: string): void {
  if (sha256 !== look.sha256)
    throw new AgentCommandError(
      'trust_changed',
      'the hash does not match the project: run agent-home agents trust again and pass the printed hash',
    );
  // Creates the machine state first: a trust file that exists before it counts as the project's.
  machineState(process.env);
  trustProject(places, look, new Date(), { lines, files: trust.files });
}

function print({ loaded, look, lines, state }: Shown, flags: TrustFlags): void {
  const { places, trust } = loaded;
  const { demands, files, pinned } = trust;
  const changes =
    state === 'changed' && pinned?.seen
      ? changedLines(pinned.seen, { lines, files }, look.changed)
      : undefined;
  if (flags.format === 'json') {
    const { sha256, except } = look;
    const packages = demands?.commands.map(({ server, command, args }) => ({
      server,
      packages: commandPins(command, args),
    }));
    const tree = look.tree && { files: Object.keys(look.tree).length, changed: look.changed };
    const told = { state, sha256, demands, packages, files, tree, except, changes };
    console.log(jsonDocument({ project: places.project, ...told }));
    return;
  }
  for (const line of lines) console.log(shownText(line));
  if (changes) {
    console.log('Since it was trusted:');
    for (const line of changes) console.log(`  ${shownText(line)}`);
  }
  console.log(closingLine(trust.demands !== undefined, { state, look }));
}

/** Inspects the project. The latest exceptions apply until new ones are given. */
function inspectHere({ places, trust }: LoadedDefinitions, except: readonly string[]): ProjectInspection {
  try {
    return inspectProject(places, trust, except.length > 0 ? except : (trust.pinned?.tree?.except ?? []));
  } catch (error) {
    if (!(error instanceof ProjectChangedError)) throw error;
    throw new AgentCommandError('project_too_large', shownText(error.message));
  }
}

function closingLine(
  hasDemands: boolean,
  { state, look: { sha256, except } }: Pick<Shown, 'state' | 'look'>,
): string {
  const none = hasDemands ? '' : 'This project starts no programs and uses no secrets. ';
  if (state === 'trusted') return `${none}Trusted: ${sha256}`;
  const changed = state === 'changed' ? 'It changed since it was trusted. ' : '';
  const left = except.map((path) => ` --except ${shownText(JSON.stringify(path))}`).join('');
  const what = hasDemands ? 'To trust this state' : 'To let its agents run';
  return `${none}${changed}${what}: agent-home agents trust --sha256 ${sha256}${left}`;
}
