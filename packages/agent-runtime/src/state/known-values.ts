import { canonicalJson, type JsonObject, type JsonValue } from '@agent-home/protocol';
import { LayeredMap } from './layered-map.ts';

/** A member of an object as canonical JSON writes it. */
interface Written {
  readonly name: string;
  readonly text: string;
}

/** Members in the order of canonical JSON, and their texts with a comma behind each. */
interface Members {
  readonly all: readonly Written[];
  readonly text: string;
}

const noMembers: Members = { all: [], text: '' };

/**
 * Results of a graph's nodes: each under the node's name, and the members of a result that is an object (ADR 0030). Immutable.
 * Length and text are carried from node to node, because writing the whole text for each node took most of the time of a long
 * graph.
 */
export class KnownValues {
  readonly #values: LayeredMap<JsonValue>;
  /** UTF-16 units of all members as canonical JSON writes them, with a comma behind each. */
  readonly #length: number;
  /** Nodes that have started. */
  readonly #begun: LayeredMap<true>;
  /** Results of the started nodes. */
  readonly #given: Members;

  private constructor(
    values: LayeredMap<JsonValue>,
    length: number,
    begun: LayeredMap<true>,
    given: Members,
  ) {
    this.#values = values;
    this.#length = length;
    this.#begun = begun;
    this.#given = given;
  }

  /** @param begun nodes that were begun by then */
  static of(values: JsonObject, begun: Iterable<string>): KnownValues {
    let known = new KnownValues(LayeredMap.of(), 0, LayeredMap.of(), noMembers);
    for (const [name, value] of Object.entries(values)) known = known.#withMember(name, value);
    for (const node of begun) known = known.withBegun(node);
    return known;
  }

  /** Returns the length of all members as canonical JSON, in UTF-16 units. */
  get length(): number {
    return Math.max(2, this.#length + 1);
  }

  withBegun(node: string): KnownValues {
    if (this.#begun.has(node)) return this;
    const value = this.#values.get(node);
    const given = value === undefined ? this.#given : withWritten(this.#given, written(node, value));
    return new KnownValues(this.#values, this.#length, this.#begun.with(node, true), given);
  }

  /**
   * Returns the values with a node's output added. A member with a node's name is ignored at the top level, so that an agent cannot
   * forge another node's output or a user's approval.
   */
  withOutput(node: string, output: JsonValue, nodes: { has(name: string): boolean }): KnownValues {
    let known: KnownValues = this;
    if (isObject(output))
      for (const [name, value] of Object.entries(output))
        if (!nodes.has(name)) known = known.#withMember(name, value);
    return known.#withMember(node, output);
  }

  /** Returns the values with those that a person has set, also in place of outputs. */
  withValues(values: JsonObject): KnownValues {
    let known: KnownValues = this;
    for (const [name, value] of Object.entries(values)) known = known.#withMember(name, value);
    return known;
  }

  #withMember(name: string, value: JsonValue): KnownValues {
    const member = written(name, value);
    const before = this.#values.get(name);
    const replaced = before === undefined ? 0 : written(name, before).text.length + 1;
    return new KnownValues(
      this.#values.with(name, value),
      this.#length - replaced + member.text.length + 1,
      this.#begun,
      this.#begun.has(name) ? withWritten(this.#given, member) : this.#given,
    );
  }

  /** Returns all values, as conditions read them. */
  toObject(): JsonObject {
    return Object.fromEntries(this.#values);
  }

  /** Returns the results of nodes that have begun. */
  given(): JsonObject {
    return Object.fromEntries([...this.#values].filter(([name]) => this.#begun.has(name)));
  }

  /** Returns the outputs of started nodes as canonical JSON; undefined if there are none. */
  givenText(): string | undefined {
    const { text } = this.#given;
    return text === '' ? undefined : `{${text.slice(0, -1)}}`;
  }
}

function written(name: string, value: JsonValue): Written {
  return { name, text: canonicalJson({ [name]: value }).slice(1, -1) };
}

/** Inserts a member by the UTF-16 order of its name. The rest of the text is reused. */
function withWritten({ all, text }: Members, member: Written): Members {
  let [from, to] = [0, all.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((all[middle]?.name ?? '') < member.name) from = middle + 1;
    else to = middle;
  }
  let start = 0;
  for (let at = 0; at < from; at++) start += (all[at]?.text.length ?? 0) + 1;
  const replaced = all[from]?.name === member.name ? all[from] : undefined;
  const end = replaced ? start + replaced.text.length + 1 : start;
  return {
    all: all.toSpliced(from, replaced ? 1 : 0, member),
    text: `${text.slice(0, start)}${member.text},${text.slice(end)}`,
  };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
