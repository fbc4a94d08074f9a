import type { ProgramDescription } from '../../command-line/define-command.ts';
import { bashScript } from '../../completion/bash.ts';
import { completionTree } from '../../completion/completion-tree.ts';
import { fishScript } from '../../completion/fish.ts';
import { zshScript } from '../../completion/zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Prints a script for a shell. It needs nothing of the program while the user types. */
export function printCompletion(shell: keyof typeof scripts, program: ProgramDescription): void {
  console.log(scripts[shell](completionTree(program)));
}
