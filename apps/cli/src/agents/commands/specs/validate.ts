import {
  type DecodedSpec,
  DefinitionError,
  decodeAny,
  describeProblem,
  type Problem,
} from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { checkPolicy, readBoundedFile } from '@agent-home/runtime-node/definitions';

import { jsonDocument } from '../../../terminal/json-document.ts';

interface Judged {
  file: string;
  spec?: DecodedSpec;
  problems: Problem[];
}

/** `agent-home specs validate FILE…` (S0-95): returns 0 if all files are valid, 1 if one is not, and 2 if one cannot be read. */
export function validateSpecs(files: string[], { format }: { format: 'table' | 'json' }): 0 | 1 | 2 {
  const judged = files.map(judge);
  const valid = judged.filter(({ problems }) => problems.length === 0).length;
  if (format === 'json') {
    const shown = judged.map(({ file, spec, problems }) => ({
      file,
      kind: spec?.kind,
      name: spec?.name,
      valid: problems.length === 0,
      problems,
    }));
    console.log(jsonDocument({ files: shown }));
  } else {
    for (const { file, spec, problems } of judged) {
      if (spec) console.log(`✓ ${shownText(file)}: ${spec.kind} ${spec.name}`);
      for (const problem of problems) console.log(`✗ ${shownText(describeProblem(problem))}`);
    }
    console.log(`Validation: ${valid}/${judged.length} passed`);
  }
  const cannotBeRead = ['not_found', 'unreadable', 'symbolic_link'];
  if (judged.some(({ problems }) => problems.some(({ code }) => cannotBeRead.includes(code)))) return 2;
  return valid === judged.length ? 0 : 1;
}

function judge(file: string): Judged {
  try {
    const content = readBoundedFile(file);
    const spec = decodeAny(content, { file });
    const problems = spec.kind === 'Policy' ? checkPolicy(spec.effective, { file, content }) : [];
    return problems.length > 0 ? { file, problems } : { file, spec, problems };
  } catch (error) {
    if (error instanceof DefinitionError) return { file, problems: error.problems };
    throw error;
  }
}
