import type { FaultOrders } from '../index.ts';
import { startTestEmulator, type TestEmulator } from './start-test-emulator.ts';

export const script = `
rules:
  - when: { user: call }
    answer: { calls: [{ tool: say, arguments: { text: hello } }, { tool: say, arguments: { text: bye } }] }
  - answer: A text of some length, in pieces.
`;
export const model = 'any';
/** Gets a response with two calls. */
export const messages = [{ role: 'user' as const, content: 'call' }];
/** Gets a text response. */
export const text = [{ role: 'user' as const, content: 'text' }];

/** Starts an emulator in which every response has the same fault. */
export function startFaulty(fault: FaultOrders[number]['fault']): Promise<TestEmulator> {
  return startTestEmulator(script, { faults: [{ fault }] });
}

export const openAiAsks = ({ openai }: TestEmulator, said = messages) =>
  openai.chat.completions.create({ model, messages: said }, { timeout: 400 });
export const openAiStreams = ({ openai }: TestEmulator, said = messages) =>
  openai.chat.completions.stream({ model, messages: said }, { timeout: 400 }).finalChatCompletion();
export const anthropicAsks = ({ anthropic }: TestEmulator, said = messages) =>
  anthropic.messages.create({ model, max_tokens: 1e8, messages: said }, { timeout: 400 });
export const anthropicStreams = ({ anthropic }: TestEmulator, said = messages) =>
  anthropic.messages.stream({ model, max_tokens: 1e8, messages: said }, { timeout: 400 }).finalMessage();
