import { Command } from 'commander';
import { addAgentCommands } from './program/agent-commands.ts';
import { addApprovalCommands } from './program/approval-commands.ts';
import { addRunCommands } from './program/run-commands.ts';
import { runProgram } from './program/run-program.ts';
import { packageVersion } from './program/version.ts';

// The commands about agents alone, which need no home: compiled, they start in a fraction of the time (`bin/`).

const program = new Command('agent-home').version(packageVersion(import.meta.url));
addAgentCommands(program);
addRunCommands(program);
addApprovalCommands(program);

await runProgram(program, async (error) => {
  if (process.env.AGENT_HOME_DEBUG) console.error(error);
  const { plainText } = await import('./terminal/plain-text.ts');
  return plainText(error);
});
