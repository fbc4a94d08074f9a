import { Command } from 'commander';
import type { ReadingFlags } from '../local/open-reading.ts';
import { requireHome } from '../local/running-file.ts';
import { addAgentCommands } from './agent-commands.ts';
import { addApprovalCommands } from './approval-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import { addBucketCommands } from './bucket-commands.ts';
import { addConformanceCommands } from './conformance-commands.ts';
import { addHomeCommands } from './home-commands.ts';
import { addJoinCommand } from './join-command.ts';
import { addKeyCommands } from './key-commands.ts';
import { addLiveCommand } from './live-command.ts';
import { addLookingCommands } from './looking-commands.ts';
import { addMcpCommand } from './mcp-command.ts';
import { addRunCommands } from './run-commands.ts';
import { addTopicCommands } from './topic-commands.ts';

/** Groups of commands that need no home. For all others its absence is reported before their code is loaded. */
const withoutHome = new Set([
  ...['up', 'api', 'worker', 'oss-emulator', 'model-emulator', 'keys', 'restore'],
  ...['agents', 'approvals', 'ask', 'explain-call', 'runs', 'specs', 'join', 'live', 'mcp', 'conformance'],
]);

/** Creates `agent-home` with all commands, in the order of its help. Each loads its code when it is called. */
export function createProgram(version: string): Command {
  const program = new Command('agent-home')
    .description('Run a home for agents that do not trust each other.')
    .version(version, '-V, --version', 'print the version');
  addHomeCommands(program);
  addKeyCommands(program);
  addBackupCommands(program);
  addBucketCommands(program);
  addLookingCommands(program);
  addTopicCommands(program);
  addAgentCommands(program);
  addLiveCommand(program);
  addJoinCommand(program);
  addMcpCommand(program);
  addConformanceCommands(program);
  addRunCommands(program);
  addApprovalCommands(program);
  program.hook('preAction', async (_, command) => {
    const group = groupOf(command, program);
    if (withoutHome.has(group)) return;
    // Commands other than `topic` read the database, so an address of the API is no substitute for a home.
    await requireHome(process.env, group === 'topic' ? command.opts<ReadingFlags>() : { url: '' });
  });
  return program;
}

/** First word of a command. */
function groupOf(command: Command, program: Command): string {
  return command.parent && command.parent !== program ? groupOf(command.parent, program) : command.name();
}
