import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { killProcess, ProviderError, processEnvironment } from '@agent-home/runtime-node';
import type { AgnoAddress } from './agno-client.ts';
import type { AgnoSettings } from './agno-settings.ts';
import { addressSchema } from './wire.ts';

/** Milliseconds until the program must have printed its address. Python imports agno in four seconds on a quiet machine. */
const startMs = 90_000;
/** Characters of the program's output that are kept, and of its last error that a failed start quotes. */
const kept = 4_000;
const quoted = 150;

/** Variables that Python and its connections need, in addition to those of every process. */
const passed = ['PYTHONPATH', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** The Python program as a child: it starts when it is first needed, starts again after its death, and ends with this process. */
export class AgnoProcess {
  readonly #settings: Extract<AgnoSettings, { kind: 'child' }>;
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  #running: { child: ChildProcess; address: Promise<AgnoAddress> } | undefined;

  /** @param folder private folder, which keeps paused runs */
  constructor(
    settings: Extract<AgnoSettings, { kind: 'child' }>,
    folder: string,
    environment: NodeJS.ProcessEnv,
  ) {
    this.#settings = settings;
    this.#folder = folder;
    this.#environment = environment;
  }

  /** @throws ProviderError if the program does not start */
  async address(): Promise<AgnoAddress> {
    try {
      this.#running ??= this.#start();
    } catch (error) {
      // Some paths are refused before there is a process.
      throw notStarted(error instanceof Error ? error.message : 'the path is not usable', '');
    }
    return this.#running.address;
  }

  /** Process id of the running program, for tests that kill it. */
  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running) await killProcess(running.child);
  }

  #start() {
    const { python, template } = this.#settings;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const given = ['-m', 'agent_home_agno', '--child', '--folder', this.#folder];
    const child = spawn(python, template ? [...given, '--template', template] : given, {
      cwd: this.#folder,
      env: processEnvironment(this.#environment, this.#added()),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const token = randomBytes(32).toString('hex');
    const address = untilServed(child, token);
    const running = { child, address };
    const forget = () => {
      if (this.#running === running) this.#running = undefined;
    };
    child.once('exit', forget);
    child.once('error', forget);
    address.catch(() => {
      forget();
      child.kill('SIGKILL');
    });
    // The token is no argument, because every user of the machine can read those.
    child.stdin.on('error', () => undefined);
    child.stdin.write(`${token}\n`);
    // The driver may end while the program is idle.
    child.unref();
    return running;
  }

  #added(): Record<string, string> {
    const found = passed.flatMap((name) =>
      [name, name.toLowerCase()].flatMap((each): [string, string][] => {
        const value = this.#environment[each];
        return value === undefined ? [] : [[each, value]];
      }),
    );
    return { ...Object.fromEntries(found), AGNO_TELEMETRY: 'false', PYTHONUNBUFFERED: '1' };
  }
}

function untilServed(child: ChildProcess, token: string): Promise<AgnoAddress> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(notStarted(why, output));
    };
    const timer = setTimeout(() => fail(`no address within ${startMs / 1_000} seconds`), startMs);
    child.stderr?.setEncoding('utf8');
    child.stderr?.on('data', (text: string) => {
      // Read to the end of the program's life, so that a full pipe never stops it.
      output = (output + text).slice(-kept);
    });
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => fail(`it ended with ${signal ?? code}`));
    if (!child.stdout) return fail('it has no output');
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(timer);
      const address = addressSchema.safeParse(parse(line)).data;
      if (address) resolve({ url: address.url, token });
      else fail('it is another program');
    });
  });
}

function notStarted(why: string, output: string): ProviderError {
  const last = lastError(output).slice(0, quoted);
  const detail = last === '' ? why : `${why}: ${last}`;
  return new ProviderError(
    `agno did not start: ${detail}; check AGENT_HOME_AGNO_PYTHON, its packages and AGENT_HOME_AGNO_TEMPLATE`,
    'invalid_setup',
  );
}

/** Returns the last line before Python's report of how it aborted, which follows some errors. */
export function lastError(output: string): string {
  const lines = output.trim().split('\n');
  const aborted = lines.findIndex((line) => line.startsWith('Fatal Python error:'));
  return lines.at(aborted > 0 ? aborted - 1 : -1) ?? '';
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
