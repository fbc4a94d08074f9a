import type { Command } from 'commander';
import type { LiveFlags } from '../commands/live.ts';

/** Agents of files in a home. */
export function addLiveCommand(program: Command): void {
  program
    .command('live <files...>')
    .description('agents that are files (NAME.md, or NAME/agent.yaml) live in a home until Ctrl-C')
    .option('--home <url>', 'where the home is; default AGENT_HOME_URL, or the one on this machine')
    .option('--root <file>', 'the root set you hold it to; default AGENT_HOME_ROOT')
    .option('--state <folder>', 'folder of their keys; default residents in the state folder of the project')
    .option('--runs <folder>', 'folder of the runs; default runs in the state folder of the project')
    .action(async (files: string[], flags: LiveFlags) =>
      (await import('../commands/live.ts')).live(
        files,
        flags.home === undefined ? flags : { ...flags, url: flags.home },
      ),
    );
}
