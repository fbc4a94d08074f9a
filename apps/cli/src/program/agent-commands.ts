import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ExplainFlags } from '../agents/explain-flags.ts';
import type { ProjectFlags } from '../agents/project-flags.ts';
import type { MemoryFlags } from '../commands/agents/memory.ts';
import type { TraceFlags } from '../commands/agents/trace-export.ts';
import type { TrustFlags } from '../commands/agents/trust.ts';
import type { RegistryFlags } from '../commands/specs/registry.ts';
import { addBatch } from './agent-batch-commands.ts';
import { addAgentFileCommands } from './agent-file-commands.ts';
import { addMcpCommands } from './agent-mcp-commands.ts';
import { addRoutingCommands } from './agent-routing-commands.ts';
import { addRunning } from './agent-run-commands.ts';
import { withExitCodes } from './exit-codes.ts';
import { addGraphCommands } from './graph-commands.ts';

/** Agents that are files, and the specs beside them. */
export function addAgentCommands(program: Command): void {
  const agents = withExitCodes(program.command('agents').description('agents that are defined by files'));
  addRunning(agents);
  addBatch(agents);
  addProject(agents.command('list'))
    .description('the agents there are, of this project and for every project')
    .addOption(new Option('--scope <scope>', 'whose').choices(['global', 'project', 'all']).default('all'))
    .action(async (flags: ProjectFlags & { scope: 'global' | 'project' | 'all' }) =>
      (await import('../commands/agents/list.ts')).listAgents(flags),
    );
  addProject(agents.command('validate [name]'))
    .description('check a definition, or --all; exit code 1 where something is wrong')
    .option('--all', 'every agent there is', false)
    .action(async (name: string | undefined, flags: ProjectFlags & { all: boolean }) => {
      process.exitCode = (await import('../commands/agents/validate.ts')).validateAgents(name, flags);
    });
  addProject(agents.command('trust'))
    .description('let this project’s agents run, and its settings start the programs that they name')
    .option('--sha256 <hash>', 'what was looked at: without it the command shows it and changes nothing')
    .option(
      '--except <path>',
      'leave a folder or file without programs out of what is pinned; may be repeated',
      (path: string, before: string[]) => [...before, path.replace(/^\.\//, '').replace(/\/+$/, '')],
      [] as string[],
    )
    .action(async (flags: TrustFlags) => {
      await (await import('../commands/agents/trust.ts')).trustHere(flags);
    });
  addProject(agents.command('doctor [servers...]'))
    .description(
      'settings, definitions and trust, and whether each MCP server starts; exit code 1 where something is wrong',
    )
    .action(async (servers: string[], flags: ProjectFlags) => {
      process.exitCode = await (await import('../commands/agents/doctor.ts')).examineAgents(servers, flags);
    });
  addAgentFileCommands(agents);
  addMcpCommands(agents);
  addMemory(agents);
  addTraces(agents);
  addGraphCommands(agents);
  addRoutingCommands(program, agents);
  addSpecCommands(program);
  addExplaining(program);
}

function addExplaining(program: Command): void {
  addProject(withExitCodes(program.command('explain-call <agent> <tool> [arguments]')))
    .description('what would be decided of a call, and by which rules; calls nothing')
    .option('--tainted', 'as if words of others were in the run', false)
    .option('--origin <origin>', 'as if this had woken the agent', 'user')
    .option('--time <time>', 'as if it were then, as 2026-05-01T08:00:00Z')
    .option('--calls <number>', 'as if so many calls had been made', '0')
    .option('--servers', 'start the MCP servers of the agent, to ask them for their tools', false)
    .action(async (agent: string, tool: string, args: string | undefined, flags: ExplainFlags) =>
      (await import('../commands/explain-call.ts')).tellCall({ agent, tool, arguments: args }, flags),
    );
}

function addMemory(agents: Command): void {
  const memory = agents.command('memory').description('what an agent keeps of what it did, from run to run');
  const commands = () => import('../commands/agents/memory.ts');
  addBackend(memory.command('list <agent>'))
    .description('what it remembers, the newest first')
    .action(async (agent: string, flags: MemoryFlags) => (await commands()).listMemory(agent, flags));
  addBackend(memory.command('show <agent> <entry>'))
    .description(
      'show one entry by its key or id, whole, and which run it is of; exit code 1 where there is none',
    )
    .action(async (agent: string, id: string, flags: MemoryFlags) => {
      process.exitCode = await (await commands()).showMemory(agent, id, flags);
    });
  addBackend(memory.command('forget <agent> <entry>'))
    .alias('delete')
    .description('remove one entry for good, by its key or id; exit code 1 where there is none')
    .action(async (agent: string, id: string, flags: MemoryFlags) => {
      process.exitCode = await (await commands()).forgetMemory(agent, id, flags);
    });
}

function addBackend(command: Command): Command {
  const backend = new Option('--backend <backend>', 'look there, whatever the agent’s file says');
  return addProject(command)
    .addOption(backend.choices(['filesystem', 'redis']))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }));
}

function addTraces(agents: Command): void {
  agents
    .command('trace')
    .description('what runs did, as spans')
    .command('export')
    .description('the spans of a session’s runs: printed, kept, or sent')
    .requiredOption('--session <id>', 'whose')
    .option('--save', 'into traces/DATE/session-ID.json of the state folder', false)
    .addOption(
      new Option('--events', 'what was asked and answered, printed instead of spans')
        .default(false)
        .conflicts(['save', 'to']),
    )
    .option('--to <url>', 'to an OTLP/HTTP collector; OTEL_EXPORTER_OTLP_HEADERS names its key', collectorUrl)
    .option('--runs <folder>', 'folder of the runs; default runs in the state folder of the project')
    .addOption(new Option('--format <format>', 'what is printed').choices(['json', 'otlp']).default('json'))
    .action(async (flags: TraceFlags) =>
      (await import('../commands/agents/trace-export.ts')).exportTrace(process.env, flags),
    );
}

function collectorUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('an http or https address, as http://127.0.0.1:4318/v1/traces');
  return text;
}

function addSpecCommands(program: Command): void {
  const specs = withExitCodes(program.command('specs').description('files of agents, tools and policies'));
  specs
    .command('validate <files...>')
    .description('check files against their schemas; exit code 1 where one does not fit')
    .addOption(formats())
    .action(async (files: string[], flags: ProjectFlags) => {
      process.exitCode = (await import('../commands/specs/validate.ts')).validateSpecs(files, flags);
    });
  addProject(specs.command('show <file>'))
    .description('a file, or an agent by its name, as its author wrote it')
    .option('--effective', 'with every default that applies', false)
    .action(async (file: string, flags: ProjectFlags & { effective: boolean }) => {
      process.exitCode = (await import('../commands/specs/show.ts')).showSpec(file, flags);
    });
  addRegistry(specs);
}

/** Versions that never change (S0-11). */
function addRegistry(specs: Command): void {
  const registry = () => import('../commands/specs/registry.ts');
  addScope(specs.command('register <files...>'))
    .description('files as versions that never change; exit code 1 where one cannot be')
    .action(async (files: string[], flags: RegistryFlags) => {
      process.exitCode = (await registry()).registerSpecs(files, flags);
    });
  addScope(specs.command('list'))
    .description('every registered version')
    .action(async (flags: RegistryFlags) => (await registry()).listSpecs(flags));
  addScope(specs.command('get <kind> <name>'))
    .description('the text of NAME@VERSION; of a name alone, of its newest release')
    .action(async (kind: string, name: string, flags: RegistryFlags) =>
      (await registry()).getSpec(kind, name, flags),
    );
  addScope(specs.command('delete <kind> <name>'))
    .description('a version, NAME@VERSION: what refers to it is refused from then on')
    .action(async (kind: string, name: string, flags: RegistryFlags) =>
      (await registry()).deleteSpec(kind, name, flags),
    );
}

function addScope(command: Command): Command {
  const scope = new Option('--scope <scope>', 'of this project, or for every project');
  return addProject(command).addOption(scope.choices(['project', 'global']).default('project'));
}

function addProject(command: Command): Command {
  return command
    .option('--project <folder>', 'the folder that has agents/; default: where you are')
    .addOption(formats());
}

function formats(): Option {
  return new Option('--format <format>', 'how').choices(['table', 'json']).default('table');
}
