/**
 * Variables passed to a tool's process: those needed to find programs, its home and its language. Many homes
 * have keys of models, vaults and stores in their environment, so any other variable must be named to be
 * passed.
 */
const passedOn = new Set([
  'PATH',
  'HOME',
  'LANG',
  'LANGUAGE',
  'TERM',
  'TMPDIR',
  'TZ',
  'USER',
  'LOGNAME',
  'SHELL',
]);

export function isPassedOn(name: string): boolean {
  return passedOn.has(name) || name.startsWith('LC_');
}

export function processEnvironment(
  ours: NodeJS.ProcessEnv,
  added: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(ours)) {
    // Old shells would execute a value that begins like a function.
    if (value === undefined || value.startsWith('()')) continue;
    if (isPassedOn(name)) environment[name] = value;
  }
  return { ...environment, ...added };
}
