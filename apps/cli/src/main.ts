import { Command } from 'commander';
import type { ReadingFlags } from './local/open-reading.ts';
import { requireHome } from './local/running-file.ts';
import { addAgentCommands } from './program/agent-commands.ts';
import { addApprovalCommands } from './program/approval-commands.ts';
import { addBackupCommands } from './program/backup-commands.ts';
import { addBucketCommands } from './program/bucket-commands.ts';
import { addConformanceCommands } from './program/conformance-commands.ts';
import { addHomeCommands } from './program/home-commands.ts';
import { addJoinCommand } from './program/join-command.ts';
import { addKeyCommands } from './program/key-commands.ts';
import { addLiveCommand } from './program/live-command.ts';
import { addLookingCommands } from './program/looking-commands.ts';
import { addMcpCommand } from './program/mcp-command.ts';
import { addRunCommands } from './program/run-commands.ts';
import { runProgram } from './program/run-program.ts';
import { addTopicCommands } from './program/topic-commands.ts';
import { packageVersion } from './program/version.ts';

// Every command brings in what it needs when it is called: help, and what is small, need not wait for the rest.

const program = new Command('agent-home')
  .description('A home for agents that do not trust each other.')
  .version(packageVersion(import.meta.url), '-V, --version', 'print the version');

// In the order in which help lists them.
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

// Nobody waits for a command to load that then finds no home.
const withoutHome = new Set([
  ...['up', 'api', 'worker', 'oss-emulator', 'model-emulator', 'keys', 'restore'],
  ...['agents', 'approvals', 'ask', 'explain-call', 'runs', 'specs', 'join', 'live', 'mcp', 'conformance'],
]);
program.hook('preAction', async (_, command) => {
  const group = groupOf(command);
  if (withoutHome.has(group)) return;
  // Others than these look into the database: where the API is does not help them.
  await requireHome(process.env, group === 'topic' ? command.opts<ReadingFlags>() : { url: '' });
});

/** The first word, however many follow. */
function groupOf(command: Command): string {
  return command.parent && command.parent !== program ? groupOf(command.parent) : command.name();
}

await runProgram(program, async (error) => {
  if (process.env.AGENT_HOME_DEBUG) {
    const { describeError } = await import('@agent-home/platform');
    console.error(JSON.stringify(describeError(error), null, 2));
  }
  return (await import('./terminal/plain-line.ts')).plainLine(error, process.env);
});
