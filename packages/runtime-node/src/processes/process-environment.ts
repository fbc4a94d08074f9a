/**
 * What a process of a tool is told of our environment: what it needs to find programs, its home and its language. Keys of
 * models, vaults and stores are in the environment of many homes, so that anything else has to be named to be passed on.
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
    // A value that begins like a function is one that old shells would run.
    if (value === undefined || value.startsWith('()')) continue;
    if (isPassedOn(name)) environment[name] = value;
  }
  return { ...environment, ...added };
}
