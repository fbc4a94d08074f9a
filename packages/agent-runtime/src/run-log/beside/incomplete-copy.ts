import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { catalogue, isRecordType } from '../catalogue/catalogue.ts';
import { LogError } from '../record/log-error.ts';
import type { ResolveReference } from './checked-value.ts';
import { isPlainObject, putBack } from './large-values.ts';

/** Data of a record from a copy that does not have all values. */
export interface IncompleteData {
  data: JsonObject;
  /** Paths of members whose values the copy does not have, such as `outcome` or `pinned.context`. Empty values stand in their place. */
  withheld: string[];
}

/**
 * Inserts the values that a copy has. A value is missing if it is private, or larger than the home takes; its commitment in the record
 * still counts. A changed value is an error as in any log.
 * @throws LogError
 */
export function incompleteData(
  { type, data }: { type: string; data: JsonObject },
  resolve: ResolveReference,
): IncompleteData {
  const withheld: string[] = [];
  const known = withoutMissing(data, [], resolve, withheld);
  return { data: withheld.length === 0 ? known : fitToSchema(type, known, withheld), withheld };
}

function withoutMissing(
  data: JsonObject,
  path: readonly string[],
  resolve: ResolveReference,
  withheld: string[],
): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      try {
        return [name, putBack(value, resolve)];
      } catch (error) {
        if (!(error instanceof LogError) || error.code !== 'missing_value') throw error;
        const at = [...path, name];
        if (path.length === 0 && isPlainObject(value))
          return [name, withoutMissing(value, at, resolve, withheld)];
        withheld.push(at.join('.'));
        return [name, ''];
      }
    }),
  );
}

/** Values that stand in the place of a missing one, by preference. */
const replacements: readonly (JsonValue | undefined)[] = [
  '',
  [],
  {},
  { status: 'ok', content: [], metadata: {} },
  undefined,
];

/** Gives each missing value the first replacement that the record's schema accepts, so that views need no special case. */
function fitToSchema(type: string, data: JsonObject, withheld: readonly string[]): JsonObject {
  if (!isRecordType(type)) return data;
  const { data: schema } = catalogue[type];
  return withheld.reduce((known, path) => {
    const isAccepted = (value: JsonValue | undefined) => {
      const issues = schema.safeParse(withMember(known, path, value)).error?.issues ?? [];
      return !issues.some((issue) => `${issue.path.join('.')}.`.startsWith(`${path}.`));
    };
    const fitting = replacements.findIndex(isAccepted);
    return fitting === -1 ? known : withMember(known, path, replacements[fitting]);
  }, data);
}

function withMember(data: JsonObject, path: string, value: JsonValue | undefined): JsonObject {
  const [name = '', inner] = path.split('.');
  const old = data[name];
  const next =
    inner === undefined || old === undefined || !isPlainObject(old) ? value : withMember(old, inner, value);
  const { [name]: _, ...others } = data;
  return next === undefined ? others : { ...others, [name]: next };
}
