import {
  DefinitionError,
  decodeAny,
  describeProblem,
  toAgentSpec,
  writeSpec,
} from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { findAgent, loadDefinitions, readBoundedFile } from '@agent-home/runtime-node/definitions';
import { jsonDocument } from '../../../terminal/json-document.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';
import { projectPlaces } from '../../running/project-places.ts';
import { shownLines } from './shown-lines.ts';

/**
 * `agent-home specs show FILE|NAME [--effective]` (S0-111): prints the content of a file, or its effective settings with every
 * default. Returns 2 if the file or agent does not exist or is invalid.
 */
export function showSpec(asked: string, flags: ProjectFlags & { effective: boolean }): 0 | 2 {
  try {
    const file = getFile(asked, flags);
    const content = readBoundedFile(file);
    const spec = decodeAny(content, { file });
    if (!flags.effective && flags.format === 'table') {
      for (const line of shownLines(new TextDecoder().decode(content))) console.log(line);
      return 0;
    }
    const effective =
      spec.kind === 'Agent' ? (spec.effective ?? toAgentSpec(spec.definition)) : spec.effective;
    if (flags.format === 'json') console.log(jsonDocument(effective));
    else for (const line of shownLines(writeSpec(effective, 'yaml').trimEnd())) console.log(line);
    return 0;
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    if (flags.format === 'json') console.log(jsonDocument({ problems: error.problems }));
    else for (const problem of error.problems) console.error(shownText(describeProblem(problem)));
    return 2;
  }
}

/** A name means an agent, in a file of any form; other arguments are paths. */
function getFile(asked: string, { project }: ProjectFlags): string {
  if (!/^[a-z][a-z0-9-]*$/.test(asked)) return asked;
  return findAgent(loadDefinitions(projectPlaces(project)), asked)?.origin.path ?? asked;
}
