import { AgentCommandError } from '../errors/agent-command-error.ts';

/** What no context window holds. */
const largestPrompt = 1024 * 1024;

/**
 * What the agent is told: the option's text, or what is piped in.
 * @throws AgentCommandError `prompt_missing`, `prompt_too_large`
 */
export async function readPrompt(option: string | undefined): Promise<string> {
  const text = option ?? (process.stdin.isTTY ? '' : await readInput());
  if (text.trim() === '')
    throw new AgentCommandError(
      'prompt_missing',
      'say what it shall do: --prompt TEXT, or pipe it in (there is no conversation yet)',
    );
  if (Buffer.byteLength(text) > largestPrompt)
    throw new AgentCommandError('prompt_too_large', `a prompt has at most ${largestPrompt} bytes`);
  return text;
}

async function readInput(): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of process.stdin) {
    text += decoder.decode(chunk as Buffer, { stream: true });
    if (text.length > largestPrompt) break;
  }
  return text + decoder.decode();
}
