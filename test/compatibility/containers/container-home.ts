import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../../support/compose-file.ts';
import type { Engine } from './engine/docker-engine.ts';

const run = promisify(execFile);

/** Output and exit code of a command. */
interface EndedCommand {
  code: number;
  output: string;
}

/** Folder with only the repository, in which the commands of docs/containers.md run. */
export class ContainerHome {
  readonly folder: string;
  readonly #environment: Record<string, string | undefined>;

  private constructor(folder: string, engine: Engine) {
    this.folder = folder;
    this.#environment = { ...process.env, ...engine.environment };
  }

  static async checkOut(engine: Engine): Promise<ContainerHome> {
    const folder = await mkdtemp('/var/tmp/agent-home-containers-');
    const home = new ContainerHome(folder, engine);
    const files = 'git ls-files -z --cached --others --exclude-standard';
    await home.type(
      `${files} | tar --create --null --files-from - | tar --extract --directory ${folder}`,
      repository,
    );
    // State after `npm ci`.
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
    return home;
  }

  /** Runs commands in a shell. Throws on any exit code except 0. */
  async type(commands: string, cwd = this.folder): Promise<string> {
    const { code, output } = await this.try(commands, cwd);
    if (code !== 0) throw new Error(`ended with ${code}:\n${commands}\n${output.slice(-8_000)}`);
    return output;
  }

  async try(commands: string, cwd = this.folder): Promise<EndedCommand> {
    const startedAt = Date.now();
    const options = { cwd, env: this.#environment, maxBuffer: 64 * 1024 * 1024 };
    const ended = await run('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${commands}`], options).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, output: stdout }),
    );
    if (process.env.SHOW_COMMANDS)
      console.info(`$ ${commands}\n${ended.output}(${ended.code}, ${Date.now() - startedAt} ms)`);
    return ended;
  }

  file(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8');
  }

  /** Returns the existing containers by service: the n-th of `worker` is `worker-n`. */
  async parts(): Promise<Part[]> {
    const ids = (
      await this.type('docker ps --all --quiet --filter label=com.docker.compose.project=agent-home')
    ).split('\n');
    const format =
      '{{.Name}} {{.State.Running}} {{if .State.Health}}{{.State.Health.Status}}{{else}}none{{end}} {{.State.StartedAt}}';
    const text = await this.type(`docker inspect --format '${format}' ${ids.filter(Boolean).join(' ')}`);
    return text
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', running, health = '', startedAt = ''] = line.split(' ');
        return { name: name.replace('/agent-home-', ''), isRunning: running === 'true', health, startedAt };
      })
      .filter(({ health }) => health !== 'none');
  }

  /** @throws Error that names the unhealthy parts */
  async requireWell(): Promise<Part[]> {
    const parts = await this.parts();
    const unwell = parts.filter(({ isRunning, health }) => !isRunning || health !== 'healthy');
    if (unwell.length > 0)
      throw new Error(unwell.map(({ name, health }) => `${name} is ${health}`).join(', '));
    return parts;
  }

  /** Returns the last health check result and the end of the log of each unhealthy container. */
  async whyUnwell(): Promise<string> {
    const unwell = (await this.parts()).filter(({ isRunning, health }) => !isRunning || health !== 'healthy');
    const told = unwell.map(async ({ name }) => {
      const last = '{{range .State.Health.Log}}{{.End}} {{.ExitCode}} {{.Output}}{{end}}';
      const looks = await this.try(`docker inspect --format '${last}' agent-home-${name} | tail --lines 3`);
      const printed = await this.try(`docker logs --tail 6 agent-home-${name} | cut --characters -240`);
      return `${name}: ${looks.output.trim()}\n${printed.output}`;
    });
    return (await Promise.all(told)).join('\n');
  }

  async remove(): Promise<void> {
    await this.try('docker compose --profile two-apis down --volumes --timeout 5');
    await rm(this.folder, { recursive: true, force: true });
  }
}

export interface Part {
  name: string;
  isRunning: boolean;
  health: string;
  startedAt: string;
}
