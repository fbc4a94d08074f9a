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

  test('names every command in the scripts for zsh and fish', () => {
    for (const { name } of allCommands) {
      expect(zshScript(tree)).toContain(`' ${name}'`);
      expect(fishScript(tree)).toContain(`__agent_home_is ${name}'`);
    }
  });
});
