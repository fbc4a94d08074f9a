import { AgentCommandError } from '../../errors/command-errors.ts';

/** Limit in bytes, above every context window. */
export const largestPrompt = 1024 * 1024;

/**
 * Returns the prompt: the option's text, or piped input; `-` always reads the input.
 * @throws AgentCommandError `prompt_missing`, `prompt_too_large`
 */
export async function readPrompt(option: string | undefined): Promise<string> {
  const text = option === '-' ? await readInput() : (option ?? (await piped()));
  if (text.trim() === '')
    throw new AgentCommandError(
      'prompt_missing',
      'the message is missing: pass --prompt TEXT, pipe it in, or use --interactive at a terminal',
    );
  if (Buffer.byteLength(text) > largestPrompt) throw new AgentCommandError('prompt_too_large', tooLarge);
  return text;
}

export const tooLarge = `the prompt is longer than ${largestPrompt} bytes: shorten it`;

async function piped(): Promise<string> {
  return process.stdin.isTTY ? '' : readInput();
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
