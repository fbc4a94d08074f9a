import type { Command } from 'commander';

/** Commands below this one end with 2 where they were asked for something that cannot be, as an option that they have not. */
export function withExitCodes(group: Command): Command {
  // Before its commands are made: they inherit it.
  return group.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}
