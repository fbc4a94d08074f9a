import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { composeYaml, fault } from './compose-yaml.ts';
import { placeKey, SourceDocument, type SourceText } from './source-document.ts';

/** Maximum number of values after aliases are expanded: far above real files, far below a harmful size. */
const maximumValues = 40_000;
/** Name that accesses the prototype of an object in JavaScript. */
const forbiddenName = '__proto__';

/**
 * Parses a YAML text as JSON. Rejects values that JSON cannot hold and constructs that parsers read differently: duplicate names,
 * names that are not strings, tags, NaN and infinities, multiplying aliases.
 * @throws DefinitionError
 */
export function readYaml(source: SourceText): SourceDocument {
  const document = composeYaml(source);
  const reader = new Reader(source);
  const value = document.contents ? reader.read(document.contents, []) : null;
  return new SourceDocument(source, value, reader.places);
}

class Reader {
  readonly places = new Map<string, { name: number; value: number }>();
  readonly #source: SourceText;
  readonly #anchors = new Map<string, Node>();
  #count = 0;

  constructor(source: SourceText) {
    this.#source = source;
  }

  read(node: Node, path: (string | number)[], name = getOffset(node)): JsonValue {
    this.#count += 1;
    if (this.#count > maximumValues)
      throw this.#fault(
        'alias_bomb',
        node,
        `the document expands to more than ${maximumValues} values: use fewer aliases`,
        path,
      );
    if (path.length > 128)
      throw this.#fault('too_deep', node, 'aliases are nested too deep: use fewer aliases', path);
    if (isAlias(node)) return this.#readAlias(node, path, name);
    this.places.set(placeKey(path), { name, value: getOffset(node) });
    const value = this.#readOwn(node, path);
    // Registered after reading its content, because an alias inside its own anchor would recurse forever.
    if ('anchor' in node && typeof node.anchor === 'string') this.#anchors.set(node.anchor, node);
    return value;
  }

  #readOwn(node: Node, path: (string | number)[]): JsonValue {
    if (isMap(node)) return this.#readMap(node.items as Pair<Node, Node | null>[], path);
    if (isSeq(node)) return (node.items as Node[]).map((item, index) => this.read(item, [...path, index]));
    if (isScalar(node)) return this.#readScalar(node, path);
    throw this.#fault(
      'unsupported_value',
      node,
      'unsupported value: use maps, lists, strings, numbers, true, false and null',
      path,
    );
  }

  #readAlias(node: Node & { source: string }, path: (string | number)[], name: number): JsonValue {
    const target = this.#anchors.get(node.source);
    if (!target)
      throw this.#fault(
        'yaml_invalid',
        node,
        `the anchor &${node.source} is not defined before its alias`,
        path,
      );
    return this.read(target, path, name);
  }

  #readMap(pairs: Pair<Node, Node | null>[], path: (string | number)[]): JsonObject {
    const members = new Map<string, JsonValue>();
    for (const { key, value } of pairs) {
      if (!isScalar(key) || typeof key.value !== 'string')
        throw this.#fault('unsupported_value', key, 'a key has to be a string: put it in quotes', path);
      const name = key.value;
      const below = [...path, name];
      if (name === forbiddenName)
        throw this.#fault('forbidden_key', key, `"${name}" is not allowed as a key`, below);
      if (members.has(name))
        throw this.#fault('duplicate_key', key, `the key "${name}" is defined twice: remove one`, below);
      members.set(name, value ? this.read(value, below, getOffset(key)) : null);
      if (!value) this.places.set(placeKey(below), { name: getOffset(key), value: getOffset(key) });
    }
    return Object.fromEntries(members);
  }

  #readScalar(node: Node & { value: unknown }, path: (string | number)[]): JsonValue {
    const { value } = node;
    if (value === null || value === undefined) return null;
    if (typeof value === 'boolean') return value;
    if (typeof value === 'string') {
      if (!value.isWellFormed())
        throw this.#fault('unsupported_value', node, 'the string contains an incomplete character', path);
      return value;
    }
    if (typeof value === 'number' && Number.isFinite(value)) {
      if (Number.isInteger(value) && !Number.isSafeInteger(value))
        throw this.#fault(
          'unsafe_number',
          node,
          'the integer is too large to be exact: write it as a string',
          path,
        );
      return value;
    }
    throw this.#fault('unsupported_value', node, 'the value has no JSON form', path);
  }

  #fault(code: Parameters<typeof fault>[1], node: Node, message: string, path: (string | number)[]) {
    return fault(this.#source, code, getOffset(node), message, path);
  }
}

function getOffset(node: Node): number {
  return node.range?.[0] ?? 0;
}
