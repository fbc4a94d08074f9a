import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../../../../apps/cli/bin/agent-home.js', import.meta.url));

export interface HttpCommand {
  url: string;
  token: string;
  /** Returns the text for humans, from standard error. */
  said(): string;
  /** Returns its standard output. */
  printed(): string;
  /** Ends it like Ctrl-C and returns its exit code. */
  interrupt(): Promise<number | null>;
}

/** Starts `agent-home mcp --http 0` like a user and waits until it prints its address. It ends with the test at the latest. */
export async function httpCommand(
  given: string[],
  atTheEnd: (end: () => void) => void,
): Promise<HttpCommand> {
  const child = spawn(process.execPath, [cli, 'mcp', '--http', '0', ...given], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  atTheEnd(() => child.kill('SIGKILL'));
  let [printed, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [url, token] = await new Promise<[string, string]>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, at, bearer] = /^MCP at (\S+)\nAuthorization: Bearer (\S+)\n/m.exec(said) ?? [];
      if (at !== undefined && bearer !== undefined) resolve([at, bearer]);
    });
    child.once('close', (code) => reject(new Error(`the command ended (${code}):\n${said}`)));
  });
  return {
    url,
    token,
    said: () => said,
    printed: () => printed,
    interrupt() {
      child.kill('SIGINT');
      return ended;
    },
  };
}
