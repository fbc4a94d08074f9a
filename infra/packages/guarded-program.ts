/** First version of Node that runs the project, as `engines` of every package names it. */
const required = [20, 19] as const;

/**
 * Returns the program of a command: it loads `entry` on a supported Node, and otherwise prints in one sentence which Node is
 * needed. Node 10 and later can parse it, as a script and as a module.
 * @param entry specifier relative to the program
 */
export function guardedProgram(command: string, entry: string): string {
  const [major, minor] = required;
  return `#!/usr/bin/env node
// Every Node has to parse this file; what needs a recent one is loaded behind the check. Made by infra/packages/guarded-program.ts.
var version = process.versions.node.split('.').map(Number);
if (version[0] > ${major} || (version[0] === ${major} && version[1] >= ${minor})) import('${entry}');
else {
  console.error(
    '${command}: Node ' + process.versions.node + ' is too old: install Node ${major}.${minor} or later [node_too_old]',
  );
  process.exitCode = 1;
}
`;
}
