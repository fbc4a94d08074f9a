import { type Command, Option } from 'commander';

interface RunFlags {
  prompt?: string;
  interactive: boolean;
  trace: boolean;
  json: boolean;
  session?: string;
  new?: boolean;
  project?: string;
  runs?: string;
  wait: boolean;
  format: 'text' | 'json';
}

/** An agent that is a file is told something: once, or in a conversation. */
export function addRunning(agents: Command): void {
  agents
    .command('run <name>')
    .description(
      'one message, one run, until its answer; exit code 1 where it fails, 3 where it waits for a person',
    )
    .option('-p, --prompt <text>', 'what it is told; - or without it what is piped in')
    .addOption(
      new Option('-i, --interactive', 'a conversation at this terminal, in one session')
        .default(false)
        .conflicts(['json', 'format']),
    )
    .option('--session <id>', 'go on with this session')
    .option('--new', 'begin a session; without it the agent’s last one here goes on', false)
    .option('--trace', 'print what is asked of models and tools, as it happens', false)
    .option('--project <folder>', 'the folder that has agents/; default: where you are')
    .option('--runs <folder>', 'folder of the runs; default runs in the state folder of the project')
    .option('--no-wait', 'fail where a person would have to be waited for')
    .addOption(
      new Option('--json', 'its events as they happen, one a line, and the result in a last line')
        .default(false)
        .conflicts('format'),
    )
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json']).default('text'))
    .action(async (name: string, { interactive, ...flags }: RunFlags) => {
      if (interactive) return (await import('../commands/agents/talk.ts')).talkWithAgent(name, flags);
      process.exitCode = await (await import('../commands/agents/run.ts')).runAgent(name, flags);
    });
}
