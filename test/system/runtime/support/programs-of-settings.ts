import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeToolSpec, type ToolSpec } from '@agent-home/agent-runtime/definition';
import {
  bindTools,
  chooseMcpServers,
  connectMcpServers,
  type McpProblem,
  moduleValidators,
  Vault,
} from '@agent-home/runtime-node';
import {
  inspectProject,
  loadDefinitions,
  placesOfPrograms,
  trustProject,
} from '@agent-home/runtime-node/definitions';
import { onTestFinished } from 'vitest';

/** Project and operator's folder, with programs of both started as in a run. */
export class ProgramsOfSettings {
  readonly project: string;
  readonly global: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv = {}) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-home-programs-')));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    this.project = join(root, 'project');
    this.global = join(root, 'home', '.agent-home');
    mkdirSync(this.project);
    mkdirSync(this.global, { recursive: true });
    this.#environment = { PATH: process.env.PATH, HOME: join(root, 'home'), ...environment };
  }

  write(path: string, text: string, folder = this.project): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  }

  settings(settings: object, folder = join(this.project, 'agents')): void {
    this.write('settings.json', JSON.stringify(settings), folder);
  }

  trust(except: string[] = []): void {
    const { trust } = this.loaded();
    trustProject(this.#places(), inspectProject(this.#places(), trust, except), new Date());
  }

  loaded() {
    return loadDefinitions(this.#places());
  }

  read(path: string, folder = this.project): string {
    return readFileSync(join(folder, path), 'utf8');
  }

  /** Opens all programs in the current settings, as a run does. */
  open(more: NodeJS.ProcessEnv = {}) {
    const loaded = this.loaded();
    const environment = { ...this.#environment, ...more };
    const placeOf = placesOfPrograms(loaded, environment);
    const vault = new Vault(loaded.settings.vault, { environment, placeOf: placeOf('vault') });
    const problems: McpProblem[] = [];
    const { settings } = loaded;
    const names = Object.keys(settings.mcpServers);
    const servers = connectMcpServers(chooseMcpServers(settings.mcpServers, names), {
      placeOf: placeOf('mcpServers'),
      project: this.project,
      environment,
      vault,
      tell: (problem) => problems.push(problem),
      restartDelayMs: 10,
    });
    onTestFinished(() => servers.close());
    const specs = Object.keys(settings.tools).map(toSpec);
    const tools = bindTools(specs, settings.tools, { vault, placeOf: placeOf('tools') });
    const validators = moduleValidators(settings.validators, placeOf('validators'));
    return { vault, servers, tools, validators, problems };
  }

  #places() {
    return { project: this.project, global: this.global };
  }
}

function toSpec(name: string): ToolSpec {
  const spec = { inputsSchema: { type: 'object' }, outputsSchema: {}, timeoutMs: 60_000 };
  const metadata = { name, owner: 'tests', version: '1.0.0' };
  const text = JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec });
  return decodeToolSpec(text, { file: `${name}.tool.json`, expected: { name } });
}
