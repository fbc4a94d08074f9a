import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { InitFlags } from './init.ts';

export const agentsInit = defineCommand<InitFlags, [string | undefined]>({
  name: 'agents init',
  summary: 'find a model, write settings, create the first agent and run it',
  usage: '[agent]',
  details: `Looks for API keys in the environment and for model servers on this machine (Ollama,
LM Studio, vLLM, llama.cpp), writes ~/.agent-home/settings.json if no model is configured,
creates the agent (default: assistant), tests the model, and runs the agent: with the first
message, or in a conversation if there is none and this is a terminal.`,
  examples: [
    'agent-home agents init',
    "agent-home agents init --model qwen3:8b -p 'What is in this folder?'",
  ],
  options: [
    {
      flags: '--model <id>',
      summary: 'name of the model at the provider; default: a prompt, or the first of a local server',
    },
    { flags: '--url <url>', summary: 'base URL of an OpenAI-compatible API, with /v1' },
    { flags: '--key-env <variable>', summary: 'environment variable with the API key' },
    { flags: '-p, --prompt <text>', summary: 'first message for the agent' },
    project,
  ],
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent]) => (await import('./init.ts')).initAgents(agent, flags),
});
