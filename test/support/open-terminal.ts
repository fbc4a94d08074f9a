import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { observedEnvironment } from './run-logs/observed-environment.ts';
import { commandFile } from './terminal.ts';

export interface OpenTerminal {
  /** Types keys, such as `\r`, or `\u0003` for Ctrl-C. */
  type(keys: string): void;
  /**
   * Waits until this text appears after the last awaited one.
   * @returns the text shown in between
   */
  shows(wanted: string | RegExp): Promise<string>;
  /** Returns all shown text, without control sequences. */
  shown(): string;
  /** Returns all output with its control sequences. */
  raw(): string;
  /** The exit code of the command. */
  ended: Promise<number | null>;
  /** Closes the terminal's window. */
  close(): void;
}

const withinMs = 20_000;

interface Place {
  cwd: string;
  env?: Record<string, string>;
  columns?: number;
}

/** Opens a command in a pseudo-terminal with a typing user, by `script` of util-linux, so that a test reads like a conversation. */
export function openTerminal(words: string[], place: Place): OpenTerminal {
  const quoted = [process.execPath, commandFile, ...words].map(
    (word) => `'${word.replaceAll("'", `'\\''`)}'`,
  );
  return open(`exec ${quoted.join(' ')}`, place);
}

/**
 * Opens a shell in a pseudo-terminal, in which `agent-home` and `node` are typed as users type them. Its prompt is `$ `.
 * @param programs folder of further programs
 */
export function openShell({ env = {}, programs, ...place }: Place & { programs?: string }): OpenTerminal {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = `#!/bin/sh\nexec '${process.execPath}' '${commandFile}' "$@"\n`;
  writeFileSync(join(folder, 'agent-home'), program, { mode: 0o755 });
  const folders = [folder, dirname(process.execPath), ...(programs === undefined ? [] : [programs])];
  const path = [...folders, process.env.PATH ?? ''].join(':');
  return open('exec sh -i', { ...place, env: { PS1: '$ ', ...env, PATH: path } });
}

function open(program: string, { cwd, env = {}, columns = 120 }: Place): OpenTerminal {
  const command = `stty cols ${columns} rows 40; ${program}`;
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      SHELL: '/bin/sh',
      TERM: 'xterm-256color',
      NO_COLOR: '1',
      ...observedEnvironment(),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let raw = '';
  let from = 0;
  let isOver = false;
  const waiting = new Set<() => void>();
  const decoder = new TextDecoder();
  child.stdout.on('data', (chunk: Buffer) => {
    raw += decoder.decode(chunk, { stream: true });
    for (const look of waiting) look();
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      isOver = true;
      resolve(code);
      for (const look of waiting) look();
    });
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const shown = () => stripVTControlCharacters(raw).replaceAll('\r', '');
  return {
    type: (keys) => void child.stdin.write(keys),
    shown,
    raw: () => raw,
    ended,
    close: () => void child.kill('SIGKILL'),
    shows: (wanted) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(hangs);
          waiting.delete(look);
        };
        const missing = () => {
          stop();
          reject(new Error(`${String(wanted)} is not shown in:\n${shown().slice(from)}`));
        };
        const look = () => {
          const between = shown().slice(from);
          const length = findEnd(between, wanted);
          if (length === undefined) return isOver ? missing() : undefined;
          stop();
          from += length;
          resolve(between.slice(0, length));
        };
        const hangs = setTimeout(missing, withinMs);
        waiting.add(look);
        look();
      }),
  };
}

/** Returns the index at which the first match ends. */
function findEnd(text: string, wanted: string | RegExp): number | undefined {
  const at = typeof wanted === 'string' ? text.indexOf(wanted) : text.search(wanted);
  if (at < 0) return undefined;
  const length = typeof wanted === 'string' ? wanted.length : (wanted.exec(text)?.[0].length ?? 0);
  return at + length;
}
