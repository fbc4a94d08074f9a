import { AgentCommandError } from '../../errors/command-errors.ts';

/** Limit in bytes, above every context window. */
export const largestPrompt = 1024 * 1024;

/**
 * Returns the prompt: the option's text, or piped input; `-` always reads the input.
 * @param addsInput true to add the input after the option's text. It is not read unless requested: a script may have another use
 *   for it, such as the lines of a loop.
 * @throws AgentCommandError `prompt_missing`, `prompt_too_large`
 */
export async function readPrompt(option: string | undefined, addsInput = false): Promise<string> {
  const text = await readParts(option, addsInput);
  if (text.trim() === '')
    throw new AgentCommandError(
      'prompt_missing',
      'the message is missing: pass --prompt TEXT, pipe it in, or use --interactive at a terminal',
    );
  if (Buffer.byteLength(text) > largestPrompt) throw new AgentCommandError('prompt_too_large', tooLarge);
  return text;
}

export const tooLarge = `the prompt is longer than ${largestPrompt} bytes: shorten it`;

async function readParts(option: string | undefined, addsInput: boolean): Promise<string> {
  if (option === undefined) return addsInput ? readInput() : piped();
  if (option === '-') return readInput();
  return addsInput ? `${option}\n\n${await readInput()}` : option;
}

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
