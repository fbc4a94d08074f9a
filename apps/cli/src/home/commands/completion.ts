import { bashScript } from '../../command-line/completion/bash.ts';
import { completionTree } from '../../command-line/completion/completion-tree.ts';
import { fishScript } from '../../command-line/completion/fish.ts';
import { zshScript } from '../../command-line/completion/zsh.ts';
import type { ProgramDescription } from '../../command-line/define-command.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Prints the completion script of a shell. The script does not run the program while the user types. */
export function printCompletion(shell: keyof typeof scripts, program: ProgramDescription): void {
  console.log(scripts[shell](completionTree(program)));
}
