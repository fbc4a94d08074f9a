import { CreateError } from './create-error.ts';

/** Names that npm, Python or a file system take for something else. */
const taken = new Set(['node_modules', 'agent', 'agent_home', 'agent-home', 'con', 'prn', 'aux', 'nul']);

/**
 * A name is one folder, one npm package and one Python project: no path, nothing hidden, nothing that a shell or a template
 * would read otherwise. @throws CreateError `invalid_name`
 */
export function requireName(name: string): void {
  if (/^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/.test(name) && name.length <= 60 && !taken.has(name)) return;
  throw new CreateError(
    'invalid_name',
    'the name is not valid: use up to 60 lower-case letters and digits with single - or _ between them, such as my-agent',
  );
}
