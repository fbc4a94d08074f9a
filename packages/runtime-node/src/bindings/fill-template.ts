import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { ToolFailure } from '../outcomes/tool-failure.ts';

const placeholder = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Returns the names of arguments that a template has a place for. */
export function collectPlaces(template: string): string[] {
  return [...template.matchAll(placeholder)].map((match) => match[1] ?? '');
}

/**
 * Fills a template with its arguments.
 * @throws ToolFailure `invalid_arguments`
 */
export function fillTemplate(
  template: string,
  args: JsonObject,
  write: (text: string, name: string) => string,
): string {
  return template.replace(placeholder, (_, name: string) =>
    write(plainText(Object.hasOwn(args, name) ? args[name] : undefined, name), name),
  );
}

/** Encodes a value for an address, and rejects `.` and `..`, which encoding does not change. */
export function inAddress(text: string, name: string): string {
  if (text === '' || text === '.' || text === '..')
    throw new ToolFailure(
      'invalid_arguments',
      `${name} cannot be ${JSON.stringify(text)} in an address; use another value`,
    );
  return encodeURIComponent(text.toWellFormed());
}

/** Checks a value for a command line: no NUL, and no leading dash, which the program would parse as an option. */
export function inCommand(text: string, name: string): string {
  if (text.startsWith('-') || text.includes('\0'))
    throw new ToolFailure(
      'invalid_arguments',
      `${name} begins with "-" or contains a NUL character; use another value`,
    );
  return text;
}

function plainText(value: JsonValue | undefined, name: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new ToolFailure('invalid_arguments', `${name} has to be a string, a number or a boolean`);
}
