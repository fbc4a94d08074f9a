import { join } from 'node:path';
import {
  type DefinitionOrigin,
  decodePolicySpec,
  decodeToolSpec,
  foldName,
  type PolicySpec,
  type Problem,
  type ToolSpec,
} from '@agent-home/agent-runtime/definition';
import { fileProblem, listFolder, readBoundedFile } from '../folder/read-folder.ts';
import type { LoadedSpec } from './loaded-agent.ts';
import { attempt } from './problems.ts';

export interface FolderOfSpecs {
  path: string;
  scope: DefinitionOrigin['scope'];
}

interface ReadSpecs<S> {
  specs: LoadedSpec<S>[];
  problems: Problem[];
}

/** Reads the ToolSpecs of a folder: `NAME.tool.yaml`, `.yml` or `.json`. */
export function readToolSpecs(folder: FolderOfSpecs): ReadSpecs<ToolSpec> {
  return readSpecs(folder, 'tool', decodeToolSpec);
}

/** Reads the PolicySpecs of a folder: `NAME.policy.yaml`, `.yml` or `.json`. */
export function readPolicySpecs(folder: FolderOfSpecs): ReadSpecs<PolicySpec> {
  return readSpecs(folder, 'policy', decodePolicySpec);
}

type Decode<S> = (content: Uint8Array, options: { file: string; expected: { name: string } }) => S;

function readSpecs<S>(
  { path: folder, scope }: FolderOfSpecs,
  kind: 'tool' | 'policy',
  decode: Decode<S>,
): ReadSpecs<S> {
  const { entries, strangers, problems } = listFolder(folder);
  const pattern = new RegExp(`^(.+)\\.${kind}\\.(ya?ml|json)$`);
  const specs: LoadedSpec<S>[] = [];
  const others = [...problems];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const name = pattern.exec(entry.name)?.[1];
    if (entry.kind !== 'file' || name === undefined) {
      const message = `unexpected file name: use NAME.${kind}.yaml, .yml or .json`;
      others.push(fileProblem('ambiguous_file', path, message));
      continue;
    }
    const read = attempt(() => decode(readBoundedFile(path), { file: path, expected: { name } }));
    specs.push({ path, scope, name, spec: read.value, problems: [...read.problems] });
  }
  for (const { name: file, problem } of strangers) {
    const name = pattern.exec(file)?.[1];
    if (name === undefined) others.push(problem);
    else specs.push({ path: join(folder, file), scope, name, spec: undefined, problems: [problem] });
  }
  refuseTwins(specs);
  return { specs, problems: others };
}

/** Rejects both of two files with one name. */
function refuseTwins(specs: LoadedSpec<unknown>[]): void {
  for (const spec of specs) {
    const twin = specs.find((other) => other !== spec && foldName(other.name) === foldName(spec.name));
    if (!twin) continue;
    spec.spec = undefined;
    spec.problems.push(
      fileProblem(
        'duplicate_name',
        spec.path,
        `the name "${spec.name}" is also used by ${twin.path}: rename one spec`,
      ),
    );
  }
}
