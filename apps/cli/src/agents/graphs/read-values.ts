import { asJson, type JsonObject, type JsonValue } from '@agent-home/protocol';
import { RunCommandError } from '../../errors/command-errors.ts';

/** Names that conditions read as something else, or that no log can hold. */
const reserved = new Set(['input', 'payload', '__proto__', '']);

/**
 * Reads values of a graph's state, each `NAME=JSON`; a value that is not JSON is a text.
 * @throws RunCommandError `invalid_value`
 */
export function readValues(given: readonly string[]): JsonObject {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      const name = at < 0 ? '' : text.slice(0, at).trim();
      if (reserved.has(name))
        throw new RunCommandError(
          'invalid_value',
          `--set needs NAME=VALUE, and NAME is not input or payload: write for example --set 'findings=["a"]'`,
        );
      return [name, readValue(text.slice(at + 1))];
    }),
  );
}

function readValue(text: string): JsonValue {
  try {
    return asJson(JSON.parse(text));
  } catch {
    return text.toWellFormed();
  }
}
