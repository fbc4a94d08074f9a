import type {
  ModelAnswer,
  ModelFailure,
  ModelPort,
  ModelRequest,
  OfferedTool,
} from '@agent-home/agent-runtime';
import type { ModelSettings } from '@agent-home/agent-runtime/definition';
import type { Media } from '@agent-home/agent-runtime/run-log';
import { redPicture } from './red-picture.ts';

/** Abilities of an endpoint that a trial finds out, in the order of its requests. */
export const abilities = [
  ...(['stream', 'usage', 'tools', 'parallel_tools', 'structured_output', 'images'] as const),
];
export type Ability = (typeof abilities)[number];

/** Result of trial requests to a model. */
export interface ModelTrial {
  name: string;
  /** True if the model responds with a text. */
  ok: boolean;
  /** Milliseconds to the first text, and to the end of the response. */
  first_text_ms?: number;
  elapsed_ms?: number;
  input_tokens?: number;
  output_tokens?: number;
  /** True if the model called the tool that it was offered. */
  calls_tools?: boolean;
  abilities?: Record<Ability, boolean>;
  /** Name under which the endpoint takes the limit of generated tokens. */
  limit_name?: string;
  /** Reasons of the abilities that failed with a code. */
  failures?: { ability: Ability; code: string; message: string }[];
  code?: string;
  message?: string;
  /** Instruction that may make the model respond. */
  remedy?: string;
}

const tool: OfferedTool = {
  name: 'report',
  description: 'Reports a number.',
  parameters: {
    type: 'object',
    properties: { number: { type: 'integer' } },
    required: ['number'],
    additionalProperties: false,
  },
};

export interface TrialOptions {
  signal: AbortSignal;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Returns the name of the limit in the last request. */
  limitName?: () => string | undefined;
  /** True for the first request only. */
  isBrief?: boolean;
  /** Returns the remedy for a model that does not respond. */
  remedy?: (failed: ModelFailure) => string | undefined;
}

/** Sends a model small requests, one for each ability. Costs a few hundred tokens and writes no run. */
export function testModel(
  port: ModelPort,
  name: string,
  model: Pick<ModelSettings, 'provider' | 'model'>,
  options: TrialOptions,
): Promise<ModelTrial> {
  return new Trial(port, name, model, options).run();
}

class Trial {
  readonly #port: ModelPort;
  readonly #name: string;
  readonly #common: Pick<
    ModelRequest,
    'provider' | 'model' | 'settingsKey' | 'params' | 'maxOutputTokens' | 'system'
  >;
  readonly #options: TrialOptions;
  readonly #now: () => number;
  readonly #failures: NonNullable<ModelTrial['failures']> = [];

  constructor(
    port: ModelPort,
    name: string,
    { provider, model = name }: Pick<ModelSettings, 'provider' | 'model'>,
    options: TrialOptions,
  ) {
    this.#port = port;
    this.#name = name;
    const system = 'You test a connection.';
    this.#common = { provider, model, settingsKey: name, params: {}, maxOutputTokens: 512, system };
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  async run(): Promise<ModelTrial> {
    const began = this.#now();
    let first: number | undefined;
    let pieces = 0;
    const spoken = await this.#send({ content: 'Count from one to twenty in words.' }, () => {
      first ??= Math.round(this.#now() - began);
      pieces++;
    });
    if ('failed' in spoken) {
      const { code, message } = spoken.failed;
      const remedy = this.#options.remedy?.(spoken.failed);
      return {
        name: this.#name,
        ok: false,
        code,
        message,
        ...(remedy === undefined ? {} : { remedy }),
      };
    }
    const { usage } = spoken.answered;
    const elapsed = Math.round(this.#now() - began);
    const limitName = this.#options.limitName?.();
    const text = {
      name: this.#name,
      ok: true,
      ...(first === undefined ? {} : { first_text_ms: first }),
      elapsed_ms: elapsed,
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      ...(limitName === undefined ? {} : { limit_name: limitName }),
    };
    if (this.#options.isBrief) return text;
    const found = {
      stream: pieces > 1,
      usage: usage.estimated !== true,
      ...(await this.#tools()),
      structured_output: await this.#can('structured_output', structured, isStructured),
      images: await this.#can('images', picture, ({ content }) => /\bred\b/i.test(content)),
    };
    return {
      ...text,
      calls_tools: found.tools,
      abilities: found,
      ...(this.#failures.length === 0 ? {} : { failures: this.#failures }),
    };
  }

  async #tools(): Promise<Pick<Record<Ability, boolean>, 'tools' | 'parallel_tools'>> {
    const one = { content: 'Call the tool report with the number 7.', tools: [tool] };
    const two = {
      content: 'Call the tool report twice in this one response, with the numbers 7 and 8.',
      tools: [tool],
    };
    const tools = await this.#can('tools', one, (answer) => countCalls(answer) > 0);
    return {
      tools,
      parallel_tools: tools && (await this.#can('parallel_tools', two, (answer) => countCalls(answer) > 1)),
    };
  }

  async #can(ability: Ability, asked: Asked, shows: (answer: ModelAnswer) => boolean): Promise<boolean> {
    const outcome = await this.#send(asked, () => undefined);
    if ('answered' in outcome) return shows(outcome.answered);
    const { code, message } = outcome.failed;
    this.#failures.push({ ability, code, message });
    return false;
  }

  #send({ content, media, tools = [] }: Asked, onText: () => void) {
    const message = { role: 'user' as const, content, ...(media === undefined ? {} : { media }) };
    return this.#port.ask(
      { ...this.#common, messages: [message], tools },
      { signal: this.#options.signal, onText, leftMs: 60_000 },
    );
  }
}

interface Asked {
  content: string;
  media?: Media[];
  tools?: readonly OfferedTool[];
}

const structured: Asked = {
  content: 'Reply with this JSON object and nothing else: {"number": 7, "word": "seven"}',
};
const picture: Asked = { content: 'Name the colour of this picture in one word.', media: [redPicture] };

function countCalls({ tool_calls: calls }: ModelAnswer): number {
  return calls.filter(({ name, arguments: written }) => name === tool.name && isJson(written)).length;
}

function isStructured({ content }: ModelAnswer): boolean {
  return isJson(content) && Reflect.get(Object(JSON.parse(content)), 'number') === 7;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the name of the limit of generated tokens in the body of a request. */
export function limitNameIn(body: string): string | undefined {
  const names = ['max_completion_tokens', 'max_output_tokens', 'maxOutputTokens', 'max_tokens'];
  return names.find((name) => body.includes(`"${name}":`));
}
