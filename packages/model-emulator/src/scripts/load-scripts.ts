import { isCollection, isMap, isNode, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { collectValueProblems } from './check-values.ts';
import { ScriptError } from './script-error.ts';
import { type ScriptedRule, scriptSchema } from './script-schema.ts';

export interface ScriptText {
  /** Name in errors, the log and the journal. */
  file: string;
  text: string;
}

/** Rule with its title in the log: its own title, or its position in its file. */
export interface Rule extends ScriptedRule {
  title: string;
}

export interface Scripts {
  /** Rules in the order of the files, then as written. The first matching rule responds. */
  rules: Rule[];
  /** Model names without a wildcard, which are listed. */
  models: string[];
}

/**
 * Parses scripts. Scripts are data: their author controls the models' responses and nothing else.
 * @throws ScriptError with file, line and column
 */
export function loadScripts(texts: ScriptText[]): Scripts {
  const rules: Rule[] = [];
  const models = new Set<string>();
  for (const text of texts) {
    const script = readScript(text);
    for (const model of script.models) models.add(model);
    for (const [index, rule] of script.rules.entries()) {
      rules.push({ ...rule, title: `${text.file}: ${rule.name ?? `rule ${index + 1}`}` });
      for (const model of rule.when.model ?? []) if (!model.includes('*')) models.add(model);
    }
  }
  return { rules, models: [...models] };
}

function readScript({ file, text }: ScriptText): z.infer<typeof scriptSchema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const [fault] = document.errors;
  if (fault) throw new ScriptError('not_yaml', placeOf(fault.pos[0]), fault.message.split('\n')[0] ?? '');
  const value = plainValue(() => document.toJS(), file);
  const read = scriptSchema.safeParse(value);
  const at = (path: readonly PropertyKey[], key?: string) => placeOf(getOffset(document.contents, path, key));
  const issue = read.error?.issues[0];
  if (issue) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    throw new ScriptError('not_a_script', at(issue.path, unknown), describe(issue));
  }
  if (!read.success) throw new ScriptError('not_a_script', at([]), 'the file is not a script');
  for (const [index, rule] of read.data.rules.entries()) {
    const [problem] = collectValueProblems(rule);
    if (problem)
      throw new ScriptError('unknown_value', at(['rules', index, ...problem.path]), problem.reason);
  }
  return read.data;
}

/** The library limits aliases and throws if they expand too far. */
function plainValue(read: () => unknown, file: string): unknown {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the file cannot be read';
    throw new ScriptError('not_yaml', { file, line: 1, column: 1 }, reason);
  }
}

function describe(issue: z.core.$ZodIssue): string {
  const place = issue.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('');
  return `${place.replace(/^\./, '') || 'the script'}: ${issue.message}`;
}

/** Returns the offset of the node at a path, as far as the path exists; `key` is a name in it. */
function getOffset(root: unknown, path: readonly PropertyKey[], key?: string): number {
  let node: Node | undefined = isNode(root) ? root : undefined;
  for (const step of path) {
    const inner = isCollection(node) ? node.get(step, true) : undefined;
    // A single value in place of a list has its own position.
    if (isNode(inner)) node = inner;
  }
  const pair = isMap(node)
    ? node.items.find(({ key: name }) => isNode(name) && String(name) === key)
    : undefined;
  const found = pair && isNode(pair.key) ? pair.key : node;
  return found?.range?.[0] ?? 0;
}
