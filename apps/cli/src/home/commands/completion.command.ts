import { defineCommand } from '../../command-line/define-command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export const completion = defineCommand<object, [Shell]>({
  name: 'completion',

  summary: 'print a completion script for a shell',
  usage: '<shell>',
  arguments: { shell: { choices: shells } },
  examples: [
    'agent-home completion bash > ~/.local/share/bash-completion/completions/agent-home',
    'agent-home completion zsh > ~/.zfunc/_agent-home          # with fpath+=~/.zfunc before compinit',
    'agent-home completion fish > ~/.config/fish/completions/agent-home.fish',
  ],
  needsHome: false,
  misuse: 1,
  run: async (_, [shell], program) => (await import('./completion.ts')).printCompletion(shell, program),
});
