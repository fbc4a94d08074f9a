import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { bashScript } from '../command-line/completion/bash.ts';
import { completionTree } from '../command-line/completion/completion-tree.ts';
import { fishScript } from '../command-line/completion/fish.ts';
import { zshScript } from '../command-line/completion/zsh.ts';
import { allCommands } from './all-commands.ts';
import { createProgram } from './create-program.ts';
import { groups } from './groups.ts';
import { overview } from './overview.ts';

const tree = completionTree({ version: '', commands: allCommands, groups });

describe('commands', () => {
  test('have one name each, a group that is described, and examples of their own', () => {
    const names = allCommands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, summary, examples } of allCommands) {
      const group = name.split(' ').slice(0, -1).join(' ');
      if (group !== '') expect(groups.map((one) => one.name)).toContain(group);
      expect(summary, name).toMatch(/^[a-z].*[^.]$/);
      for (const example of examples) expect(example, name).toContain(`agent-home ${name}`);
    }
  });

  test('list commands and options in help of at most 100 columns', () => {
    for (const command of createProgram('').commands)
      expect(
        command
          .helpInformation()
          .split('\n')
          .filter((line) => line.length > 100),
      ).toEqual([]);
  });

  test('show five first steps without arguments', () => {
    expect(overview(allCommands).match(/^ {2}agent-home .*$/gm)).toHaveLength(5);
  });
});

describe('shell completion', () => {
  const complete = (...words: string[]) => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    const script = `${bashScript(tree)}\nCOMP_WORDS=(agent-home ${typed}); COMP_CWORD=${words.length}; _agent_home; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  };

  test('completes commands, options and values in bash', () => {
    expect(complete('age')).toEqual(['agents']);
    expect(complete('agents', 'mem')).toEqual(['memory']);
    expect(complete('agents', 'memory', 'f')).toEqual(['forget']);
    expect(complete('agents', 'list', '--sc')).toEqual(['--scope']);
    expect(complete('agents', 'list', '--scope', 'g')).toEqual(['global']);
    expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish', '-h', '--help']);
  });

  /** Starts a shell that is installed; its standard error must be empty. */
  const inShell = (shell: string, words: string[], script: string) => {
    const { stdout, stderr } = spawnSync(shell, [...words, '-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  };
  /** A skipped test fails a run of CI, and few machines have these shells. */
  const testInShell = (shell: string, title: string, run: () => void) => {
    if (spawnSync(shell, ['--version']).error === undefined) test(title, run);
  };

  testInShell('fish', 'completes commands, options and values in fish', () => {
    const found = (line: string) => {
      const words = inShell(
        'fish',
        ['--no-config'],
        `${fishScript(tree)}\ncomplete -C ${JSON.stringify(line)}`,
      );
      return words.map((word) => word.split('\t')[0]);
    };
    expect(found('agent-home age')).toEqual(['agents']);
    expect(found('agent-home agents memory f')).toEqual(['forget']);
    expect(found('agent-home agents list --sc')).toEqual(['--scope']);
    expect(found('agent-home agents list --scope g')).toEqual(['global']);
  });

  testInShell('zsh', 'completes commands, options and values in zsh', () => {
    // Stubs for zsh's completion functions, which need a terminal.
    const system =
      'compdef() {}; _describe() { print -l -- $items }; compadd() { shift; print -l -- $@ }; _files() { print files }';
    const found = (...words: string[]) => {
      const typed = `words=(agent-home ${words.join(' ')} ''); CURRENT=${words.length + 2}`;
      const shown = inShell('zsh', ['-f'], `${system}\n${zshScript(tree)}\n${typed}\n_agent_home`);
      return shown.map((item) => item.split(':')[0]);
    };
    expect(found()).toContain('agents');
    expect(found('agents', 'memory')).toContain('forget');
    expect(found('agents', 'list')).toContain('--scope');
    expect(found('agents', 'list', '--scope')).toContain('global');
    expect(found('keys', 'prove', 'ada', '--key')).toEqual(['files']);
  });

  test('names every command in the scripts for zsh and fish', () => {
    for (const { name } of allCommands) {
      expect(zshScript(tree)).toContain(`' ${name}'`);
      expect(fishScript(tree)).toContain(`__agent_home_is ${name}'`);
    }
  });
});
