import { isInside, type Layout } from './layout.ts';

/**
 * Returns the arguments of macOS's `sandbox-exec` for a command. Later rules of a profile prevail, and paths are parameters, so that
 * no name of a folder is read as a rule.
 *
 * @param temporary folder of this call for temporary files
 */
export function sandboxExecArguments(
  layout: Layout,
  temporary: string,
  command: readonly string[],
): string[] {
  const parameters: string[] = [];
  const filter = (kind: 'subpath' | 'literal', path: string) => {
    parameters.push(path);
    return `(${kind} (param "P${parameters.length - 1}"))`;
  };
  const hidden = [...layout.emptyFolders, ...layout.readOnly];
  const writable = layout.writable.filter((path) => !isInside(hidden, path));
  const rules = [
    '(version 1)',
    '(allow default)',
    // Other programs that act for the command: launch services, events to applications, jobs, processes outside.
    '(deny lsopen) (deny appleevent-send) (deny job-creation) (deny mach-priv-task-port)',
    '(deny signal) (allow signal (target same-sandbox))',
    '(deny process-info*) (allow process-info* (target same-sandbox))',
    ...(layout.network ? ['(deny network* (remote unix-socket))'] : ['(deny network*)']),
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom"))',
    ...layout.privateFolders.map((path) => `(deny file-read* ${filter('subpath', path)})`),
    ...[layout.project, ...writable, temporary].map(
      (path) => `(allow file-read* file-write* ${filter('subpath', path)})`,
    ),
    ...layout.readOnly.map((path) => `(deny file-write* ${filter('subpath', path)})`),
    ...layout.emptyFolders.map((path) => `(deny file-read* file-write* ${filter('subpath', path)})`),
    ...layout.emptyFiles.map((path) => `(deny file-read* file-write* ${filter('literal', path)})`),
  ];
  return [
    '-p',
    rules.join('\n'),
    ...parameters.flatMap((path, index) => ['-D', `P${index}=${path}`]),
    ...command,
  ];
}
