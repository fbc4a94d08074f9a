import { commandPins, type PackagePin } from '@agent-home/agent-runtime/definition';
import type { ProjectInspection, ProjectTrust } from '@agent-home/runtime-node/definitions';

/**
 * Renders a project's demands on this machine, one per line. For a command, the line also shows if it starts the same code each
 * time.
 */
export function demandLines({ demands, files }: Pick<ProjectTrust, 'demands' | 'files'>): string[] {
  if (!demands) return [];
  const { commands, modules, addresses, secrets, approvals } = demands;
  return [
    ...commands.map(({ server, command, args, env, variables }) => {
      const set = Object.entries(env).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      const names = set.length > 0 ? `, environment: ${set.join(' ')}` : '';
      const taken = variables.length > 0 ? `, from here: ${variables.join(' ')}` : '';
      const pins = commandPins(command, args).map((pin) => `, ${pinWords(pin)}`);
      const words = [command, ...args].map((word) => JSON.stringify(word)).join(' ');
      return `starts ${words} (server ${server}${pins.join('')}${names}${taken})`;
    }),
    ...modules.map(({ of, module }) => `loads ${module} (${of}${moduleWords(module, files)})`),
    ...addresses.map(
      ({ of, url, key }) => `sends to ${url} (${of}${key === undefined ? '' : `, with ${key}`})`,
    ),
    ...secrets.map(({ name, from }) => `takes ${from} as vault://${name}`),
    ...(Object.keys(approvals).length > 0 ? [`approvals: ${JSON.stringify(approvals)}`] : []),
  ];
}

/** Describes the pinned file tree and its exceptions. */
export function treeLines({ tree, except }: Pick<ProjectInspection, 'tree' | 'except'>): string[] {
  if (!tree) return [];
  return [
    `pins ${Object.keys(tree).length} files of the project: its programs do not start after one changes`,
    ...except.map((path) => `excludes ${path}: changes there are not noticed`),
  ];
}

/** Describes if a package is pinned to one version. */
export function pinWords({ package: name, version }: PackagePin): string {
  return version === undefined
    ? `not pinned: the newest ${name} at its start`
    : `pinned to ${name} ${version}`;
}

/** Project files are pinned by their bytes; a package is the installed version, which is not pinned. */
function moduleWords(module: string, files: Record<string, string>): string {
  const path = module.replace(/^\.\//, '');
  const isPinned = Object.keys(files).some((file) => file === path || file === `agents/${path}`);
  return isPinned ? ', pinned by its content' : ', not pinned: the installed version';
}
