import { z } from 'zod';

/** Schema of a call, or of a part of one, in any form that providers use. */
const writtenCallSchema = z.looseObject({
  index: z.number().nullish().catch(undefined),
  id: z.string().nullish().catch(undefined),
  function: z
    .looseObject({ name: z.string().nullish().catch(undefined), arguments: z.unknown().optional() })
    .nullish()
    .catch(undefined),
});
type WrittenCall = z.output<typeof writtenCallSchema>;

/** Name for a call without one: the SDK silently drops such a call, and the model would not learn of it. */
export const namelessCall = '(no name)';

interface OpenCall {
  index: number | undefined;
  id: string;
  name: string;
  arguments: string;
  /** Members that are passed on as they are. */
  extra: Record<string, unknown>;
}

export interface SoundCall {
  index: number;
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/**
 * Assembles the calls of one response from their parts. Ids and indexes may be missing, empty or repeated, and arguments may be an
 * object or null. Each call gets its own id and its arguments as text. A call sent twice with one id counts once.
 */
export class CallAssembler {
  readonly #calls: OpenCall[] = [];

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** @param written `tool_calls` of a chunk or a message */
  add(written: unknown): void {
    for (const each of Array.isArray(written) ? written : []) {
      const call = writtenCallSchema.safeParse(each).data;
      if (call) this.#addPart(call);
    }
  }

  /** Adds complete calls; no such call continues another. */
  addWhole(written: unknown): void {
    for (const each of Array.isArray(written) ? written : []) {
      const call = writtenCallSchema.safeParse(each).data;
      if (call) this.#calls.push(opened(call));
    }
  }

  end(): SoundCall[] {
    const seen = new Map<string, OpenCall>();
    const calls = this.#calls.filter((call) => {
      const before = call.id === '' ? undefined : seen.get(call.id);
      if (call.id !== '' && !before) seen.set(call.id, call);
      return !(before && before.name === call.name && before.arguments === call.arguments);
    });
    const ids = new Set<string>();
    return calls.map(({ extra, ...call }, index) => {
      const id = call.id === '' || ids.has(call.id) ? freeId(ids, seen, index) : call.id;
      ids.add(id);
      return {
        ...extra,
        index,
        id,
        type: 'function',
        function: { name: call.name.trim() === '' ? namelessCall : call.name, arguments: call.arguments },
      };
    });
  }

  #addPart(part: WrittenCall): void {
    const open = this.#continued(part);
    if (!open) {
      this.#calls.push(opened(part));
      return;
    }
    if (open.id === '') open.id = part.id?.trim() ?? '';
    if (open.name === '') open.name = part.function?.name ?? '';
    open.arguments += toText(part.function?.arguments);
  }

  /** Returns the call that a part belongs to; undefined if the part begins a new one. */
  #continued(part: WrittenCall): OpenCall | undefined {
    const id = part.id?.trim() ?? '';
    const byIndex =
      typeof part.index === 'number'
        ? this.#calls.findLast(({ index }) => index === part.index)
        : id === ''
          ? this.#calls.at(-1)
          : this.#calls.findLast((call) => call.id === id);
    return byIndex && !beginsAnother(byIndex, part, id) ? byIndex : undefined;
  }
}

/** A part with a name is the header of a call. Some servers repeat the header with each part of one call. */
function beginsAnother(open: OpenCall, part: WrittenCall, id: string): boolean {
  const name = part.function?.name ?? '';
  if (name === '' || open.name === '') return false;
  if (id !== '' && open.id !== '' && id !== open.id) return true;
  if (name !== open.name) return true;
  return isObject(open.arguments) && toText(part.function?.arguments).trimStart().startsWith('{');
}

function opened(part: WrittenCall): OpenCall {
  const { index, id, function: called, type: _, ...extra } = part;
  return {
    index: index ?? undefined,
    id: id?.trim() ?? '',
    name: called?.name ?? '',
    arguments: toText(called?.arguments),
    extra,
  };
}

/** Returns arguments as text: other values as JSON, missing ones as an empty text. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function freeId(ids: ReadonlySet<string>, written: ReadonlyMap<string, unknown>, index: number): string {
  let id = `call_${index}`;
  while (ids.has(id) || written.has(id)) id = `${id}_`;
  return id;
}
