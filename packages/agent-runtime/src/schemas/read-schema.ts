import type { JsonObject } from '@agent-home/protocol';
import { arrayChecks } from './array-keywords.ts';
import { combiningChecks, unevaluatedChecks } from './combining-keywords.ts';
import { getObject, InvalidSchema, isObject, member } from './invalid-schema.ts';
import { objectChecks } from './object-keywords.ts';
import { collectAnchors, resolveReference } from './references.ts';
import type { Check, JudgeNode, ReadNode } from './schema-run.ts';
import { textChecks } from './text-keywords.ts';
import { valueChecks } from './value-keywords.ts';

/** Limits of one schema: no tool needs more, and reading them would block the event loop. */
const mostNodes = 5_000;
const mostPatterns = 100;

/**
 * Reads a JSON Schema into a validator that covers 2020-12 and draft 7. It interprets the schema and counts every step: schemas
 * come from servers and files, values from models, and neither may block the event loop.
 * @throws InvalidSchema
 */
export function readSchema(root: JsonObject): JudgeNode {
  const nodes = new Map<JsonObject, JudgeNode>();
  const anchors = collectAnchors(root, mostNodes * 20);
  let patterns = 0;
  const read: ReadNode = (schema) => {
    if (schema === true) return () => true;
    if (schema === false) return (_, at, run) => run.wrong('false_schema', at, 'absent');
    if (!isObject(schema)) throw new InvalidSchema('a schema is no object');
    const known = nodes.get(schema);
    if (known) return known;
    if (nodes.size >= mostNodes) throw new InvalidSchema('the schema is too large');
    patterns +=
      Object.keys(getObject(schema, 'patternProperties')).length + (member(schema, 'pattern') ? 1 : 0);
    if (patterns > mostPatterns) throw new InvalidSchema('the schema has too many patterns');
    let checks: readonly Check[] = [];
    const judge: JudgeNode = (value, at, run, seen = new Set()) =>
      run.within(() => {
        run.spend(checks.length >> 1);
        let fits = true;
        for (const check of checks) if (!check(value, at, run, seen)) fits = false;
        return fits;
      });
    // Registered before its subschemas are read, because they may refer to it.
    nodes.set(schema, judge);
    checks = collectChecks(schema, read, (reference) => read(resolveReference(root, anchors, reference)));
    return judge;
  };
  return read(root);
}

function collectChecks(
  schema: JsonObject,
  read: ReadNode,
  follow: (reference: string) => JudgeNode,
): Check[] {
  // Definitions without a reference must be valid as well.
  for (const keyword of ['$defs', 'definitions'])
    for (const one of Object.values(getObject(schema, keyword))) read(one);
  const references = ['$ref', '$dynamicRef', '$recursiveRef'].flatMap((keyword): Check[] => {
    const reference = member(schema, keyword);
    if (reference === undefined) return [];
    if (typeof reference !== 'string') throw new InvalidSchema(`${keyword} is no text`);
    return [follow(reference)];
  });
  return [
    ...references,
    ...valueChecks(schema),
    ...combiningChecks(schema, read),
    ...textChecks(schema),
    ...arrayChecks(schema, read),
    ...objectChecks(schema, read),
    ...unevaluatedChecks(schema, read),
  ];
}
