import type { PersonsWord } from '@agent-home/runtime';
import { Argument, type Command } from 'commander';
import type { RunsFlags } from '../runs/open-runs.ts';
import { withExitCodes } from './exit-codes.ts';
import { formats, inFolder } from './run-commands.ts';

interface AnswerFlags extends RunsFlags {
  reason: string;
  format: 'text' | 'json';
}

const settlements: Record<string, PersonsWord['word']> = {
  done: 'done',
  'not-done': 'not_done',
  'give-up': 'give_up',
};

/** What runs wait for people to say. */
export function addApprovalCommands(program: Command): void {
  const approvals = withExitCodes(
    program.command('approvals').description('what runs wait for people to say before they go on'),
  );
  inFolder(approvals.command('list'))
    .description('the questions there are, the oldest first')
    .addOption(formats('table', 'json'))
    .action(async (flags: RunsFlags & { format: 'table' | 'json' }) =>
      (await import('../commands/approvals/list.ts')).listApprovals(process.env, flags),
    );
  inFolder(approvals.command('show <id>'))
    .description('exactly what would be done, and who asks for leave')
    .addOption(formats('text', 'json'))
    .action(async (id: string, flags: RunsFlags & { format: 'text' | 'json' }) =>
      (await import('../commands/approvals/show.ts')).showApproval(process.env, id, flags),
    );
  answering(approvals.command('approve <id>'))
    .description('let the call be made, with exactly the arguments that are shown')
    .action((id: string, flags: AnswerFlags) => answer(id, 'approve', flags));
  answering(approvals.command('deny <id>'))
    .description('refuse the call; a required one ends the run')
    .action((id: string, flags: AnswerFlags) => answer(id, 'deny', flags));
  answering(approvals.command('settle <id>'))
    .description('say what came of a call that a process which died had begun')
    .addArgument(new Argument('<answer>').choices(Object.keys(settlements)))
    .action((id: string, word: string, flags: AnswerFlags) => {
      const meant = settlements[word];
      return meant === undefined ? undefined : answer(id, meant, flags);
    });
}

async function answer(id: string, word: PersonsWord['word'], flags: AnswerFlags): Promise<void> {
  await (await import('../commands/approvals/answer.ts')).answerQuestion(process.env, { id, word }, flags);
}

function answering(command: Command): Command {
  return inFolder(command)
    .option('--reason <text>', 'what the log, and after a refusal the agent, is told', '')
    .addOption(formats('text', 'json'));
}
