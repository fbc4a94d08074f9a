import { isDeepStrictEqual } from 'node:util';
import type { Outcome, VectorCase, VectorKind } from './form/vector.ts';
import { vectorKinds } from './kinds.ts';

export const vectorsFolder = new URL('../../../vectors/', import.meta.url);

export const getFileName = ({ kind }: Pick<VectorKind, 'kind'>): string => `${kind}.json`;

/**
 * Returns the expected content of every file in `vectors/`, by its name. @throws Error if this project's
 * implementation gives another result
 */
export async function wantedFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const kind of vectorKinds) files.set(getFileName(kind), await toText(kind));
  return files;
}

async function toText(kind: VectorKind): Promise<string> {
  const lines: string[] = [];
  const names = new Set<string>();
  for (const stated of kind.cases()) {
    if (names.has(stated.name)) throw new Error(`${kind.kind}: two cases are called ${stated.name}`);
    names.add(stated.name);
    lines.push(JSON.stringify(await complete(kind, stated)));
  }
  const head = `"kind": ${JSON.stringify(kind.kind)},\n"description": ${JSON.stringify(kind.description)}`;
  return `{\n${head},\n"cases": [\n${lines.join(',\n')}\n]\n}\n`;
}

/** Returns the case with the computed output if none was written by hand. */
async function complete(kind: VectorKind, stated: VectorCase): Promise<VectorCase> {
  const { name, input, expected } = asRead(stated);
  const found = asRead(await kind.judge(input));
  const problem = computeDifference(stated, found);
  if (problem !== undefined) throw new Error(`${kind.kind}, ${name}: ${problem}`);
  return { name, input, expected, ...(found.output === undefined ? {} : { output: found.output }) };
}

/** Describes the difference between a result and the case; undefined if they agree. An output that the case omits may be any. */
export function computeDifference(stated: Outcome, found: Outcome): string | undefined {
  if (stated.expected !== found.expected) return `${found.expected} instead of ${stated.expected}`;
  if (stated.output === undefined || isDeepStrictEqual(stated.output, asRead(found).output)) return undefined;
  return `${JSON.stringify(found.output)} instead of ${JSON.stringify(stated.output)}`;
}

/** Returns the value as a reader of the file sees it: times, for example, are text. */
function asRead<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
