import { CreateError } from './create-error.ts';

/** Names that npm, Python or a file system interpret differently. */
const taken = new Set(['node_modules', 'agent', 'agent_home', 'agent-home', 'con', 'prn', 'aux', 'nul']);

/**
 * Validates a name, which becomes a folder, an npm package and a Python project: no path, no hidden name, no character with a
 * meaning in shells or templates.
 * @throws CreateError `invalid_name`
 */
export function requireName(name: string): void {
  if (/^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/.test(name) && name.length <= 60 && !taken.has(name)) return;
  throw new CreateError(
    'invalid_name',
    'the name is not valid: use up to 60 lower-case letters and digits with single - or _ between them, such as my-agent',
  );
}
