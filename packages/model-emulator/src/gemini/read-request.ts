import type { Turn } from '../conversation/conversation.ts';
import { readWith } from '../wire/read-with.ts';
import { signatureOf } from '../wire/signature-of.ts';
import type { WirePath, WireRequest } from '../wire/wire.ts';
import { WireError } from '../wire/wire-error.ts';
import { type Content, generateRequestSchema, type Part, textOfParts } from './request-schema.ts';

/** @throws WireError as the vendor refuses */
export function readRequest(body: unknown, { model = '', stream = false }: WirePath): WireRequest {
  const { contents, systemInstruction, tools, generationConfig } = readWith(generateRequestSchema, body);
  const { maxOutputTokens, stopSequences, thinkingConfig } = generationConfig ?? {};
  return {
    conversation: {
      model,
      system: (systemInstruction?.parts ?? []).map(({ text = '' }) => text).join('\n\n'),
      turns: collectTurns(contents, model),
      tools: (tools ?? []).flatMap(({ functionDeclarations = [] }) =>
        functionDeclarations.map(({ name }) => name),
      ),
      ...(maxOutputTokens === undefined ? {} : { maximumTokens: maxOutputTokens }),
      stopSequences: (stopSequences ?? []).filter((sequence) => sequence !== ''),
    },
    messages: contents,
    stream,
    streamUsage: true,
    withThoughts: thinkingConfig?.includeThoughts ?? false,
  };
}

/** Returns the turns. Checks that as many results follow as the model made calls. */
function collectTurns(contents: Content[], model: string): Turn[] {
  const turns: Turn[] = [];
  let open: string[] = [];
  for (const [index, { role = 'user', parts }] of contents.entries()) {
    const results = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
    if (results.length !== open.length)
      refuse(
        `contents[${index}]`,
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      );
    open = [];
    if (role === 'model') {
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
      requireSigned(parts, model, index);
      open = calls.map(({ name }) => name);
      const past = calls.map(({ name, args = {} }) => ({ name, arguments: JSON.stringify(args) }));
      turns.push({ role: 'assistant', text: textOfParts(parts), calls: past });
    } else {
      for (const { name, response } of results)
        turns.push({ role: 'tool', tool: name, text: textOfResult(response) });
      addUser(turns, parts);
    }
  }
  if (open.length > 0) refuse('contents', 'Function calls need function responses after them.');
  return turns;
}

/** Files behind results belong to the last of them: clients send them in the content after the results. */
function addUser(turns: Turn[], parts: readonly Part[]): void {
  const others = parts.filter(({ functionResponse }) => functionResponse === undefined);
  if (others.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === 'tool' && others.some(({ inlineData }) => inlineData))
    last.text += `\n${textOfParts(others)}`;
  else turns.push({ role: 'user', text: textOfParts(others) });
}

function textOfResult(response: Record<string, unknown>): string {
  const { output, content, error } = response;
  const said = [output, content, error].find((each) => typeof each === 'string');
  return typeof said === 'string' ? said : JSON.stringify(response);
}

/** Text that clients may send in place of a signature that they do not have. */
const skipped = 'skip_thought_signature_validator';

/** The vendor verifies signatures of calls; its models of the third generation require one for the first call. */
function requireSigned(parts: readonly Part[], model: string, index: number): void {
  const calls = parts.filter(({ functionCall }) => functionCall);
  for (const { thoughtSignature: signature, functionCall } of calls)
    if (
      signature !== undefined &&
      signature !== skipped &&
      signature !== signatureOf(functionCall?.name ?? '')
    )
      refuse(`contents[${index}]`, 'Thought signature is not valid.');
  const [first] = calls;
  if (first && /^gemini-3/.test(model) && first.thoughtSignature === undefined)
    refuse(`contents[${index}]`, 'Function call is missing a thought_signature in functionCall parts.');
}

function refuse(parameter: string, reason: string): never {
  throw new WireError('invalid_request', reason, { parameter });
}
