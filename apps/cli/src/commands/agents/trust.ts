import { commandPins, describeProblem } from '@agent-home/definition';
import { shownText } from '@agent-home/protocol';
import {
  type LoadedDefinitions,
  loadDefinitions,
  lookAtProject,
  ProjectChangedError,
  type ProjectLook,
  trustProject,
} from '@agent-home/runtime-node/definitions';
import type { ProjectFlags } from '../../agents/project-flags.ts';
import { projectPlaces } from '../../agents/project-places.ts';
import { AgentCommandError } from '../../errors/agent-command-error.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { changedLines } from '../../trusting/changed-lines.ts';
import { demandLines, treeLines } from '../../trusting/demand-lines.ts';

export interface TrustFlags extends ProjectFlags {
  sha256?: string;
  /** Paths that are left out of the tree. */
  except: string[];
}

/**
 * `agent-home agents trust [--sha256 HASH]`: shows what the project could have this machine do, and pins it where the hash is
 * given.
 * @throws AgentCommandError `trust_changed`: what changed in between has another hash; `invalid_settings`, `project_too_large`
 */
export function trustHere(flags: TrustFlags): void {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  const { places, trust, settingsAreSound, problems } = loaded;
  const [problem] = settingsAreSound ? trust.problems : problems;
  if (problem) throw new AgentCommandError('invalid_settings', shownText(describeProblem(problem)));
  const look = lookHere(loaded, flags.except);
  if (flags.sha256 !== undefined && flags.sha256 !== look.sha256)
    throw new AgentCommandError(
      'trust_changed',
      'that is not what the project is now: run agents trust again, and give the hash that it prints',
    );
  const pins = flags.sha256 !== undefined;
  const lines = [...demandLines(trust), ...treeLines(look)];
  const seen = { lines, files: trust.files };
  if (pins) trustProject(places, look, new Date(), seen);
  const isAsTrusted = trust.state === 'trusted' && (!trust.demands || trust.pinned?.sha256 === look.sha256);
  const state = pins || isAsTrusted ? 'trusted' : trust.state === 'not_trusted' ? 'not_trusted' : 'changed';
  const changes =
    state === 'changed' && trust.pinned?.seen
      ? changedLines(trust.pinned.seen, seen, look.changed)
      : undefined;
  if (flags.format === 'json') {
    const { demands, files } = trust;
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
  console.log(closingLine(loaded, { state, look }));
}

/** Exceptions stay as they were given last, until others are given. */
function lookHere({ places, trust }: LoadedDefinitions, except: readonly string[]): ProjectLook {
  try {
    return lookAtProject(places, trust, except.length > 0 ? except : (trust.pinned?.tree?.except ?? []));
  } catch (error) {
    if (!(error instanceof ProjectChangedError)) throw error;
    throw new AgentCommandError('project_too_large', shownText(error.message));
  }
}

function closingLine(
  { trust }: LoadedDefinitions,
  { state, look: { sha256, except } }: { state: 'trusted' | 'not_trusted' | 'changed'; look: ProjectLook },
): string {
  const asks = trust.demands ? '' : 'This project asks nothing of this machine. ';
  if (state === 'trusted') return `${asks}Trusted as it is: ${sha256}`;
  const changed = state === 'changed' ? 'It was trusted, and is another by now. ' : '';
  const left = except.map((path) => ` --except ${shownText(JSON.stringify(path))}`).join('');
  const what = trust.demands ? 'To trust exactly this' : 'To let its agents run';
  return `${asks}${changed}${what}: agent-home agents trust --sha256 ${sha256}${left}`;
}
