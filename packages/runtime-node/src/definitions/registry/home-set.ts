import {
  type DecodedSpec,
  DefinitionError,
  decodeAny,
  specSha256,
} from '@agent-home/agent-runtime/definition';
import { canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import { RegistryError } from './registry-error.ts';
import { requireVersion } from './require-version.ts';
import type { RegisteredSpec, SpecKind } from './spec-registry.ts';

const documentSchema = z.strictObject({
  kind: z.enum(['Agent', 'Tool', 'Policy']),
  name: z.string(),
  version: z.string(),
  sha256: z.string(),
  /** Name of the file, whose extension says how the content is written. */
  file: z.string(),
  content: z.string(),
});

/** An agent of a home with its policies and tools, as the home or a file of this machine gives them. */
export const homeSetSchema = z.strictObject({
  /** URL of the home. */
  home: z.string(),
  agent: documentSchema,
  policies: z.array(documentSchema),
  tools: z.array(documentSchema),
});
export type HomeSet = z.infer<typeof homeSetSchema>;
export type HomeDocument = z.infer<typeof documentSchema>;

/** Set whose documents are checked. It is pinned as one. */
export interface VerifiedSet {
  home: string;
  agent: RegisteredSpec & { spec: Extract<DecodedSpec, { kind: 'Agent' }> };
  policies: RegisteredSpec[];
  tools: RegisteredSpec[];
  /** Hash of the home and of every document. */
  sha256: string;
  /** Contents as they were received, to keep them. */
  source: HomeSet;
}

/**
 * Checks each document of a set against its kind, name, version and hash: a home may be wrong or hostile.
 * @throws RegistryError `registry_damaged`
 */
export function verifyHomeSet(source: HomeSet): VerifiedSet {
  const { home } = source;
  const [agent] = verifyAll(home, 'Agent', [source.agent]);
  if (agent?.spec.kind !== 'Agent') throw damaged(home, source.agent, 'it is not an agent');
  const policies = verifyAll(home, 'Policy', source.policies);
  const tools = verifyAll(home, 'Tool', source.tools);
  const pinned = [agent, ...policies, ...tools].map(({ kind, name, version, sha256, content }) => ({
    kind,
    name,
    version,
    sha256,
    content_sha256: sha256Hex(content),
  }));
  const sha256 = sha256Hex(canonicalJsonBytes({ home, specs: pinned }));
  return { home, agent: { ...agent, spec: agent.spec }, policies, tools, sha256, source };
}

function verifyAll(home: string, kind: SpecKind, documents: readonly HomeDocument[]): RegisteredSpec[] {
  const verified = documents.map((document) => {
    if (document.kind !== kind) throw damaged(home, document, `it is listed as ${kind}`);
    return verifyDocument(home, document);
  });
  const names = verified.map(({ name, version }) => `${name}@${version}`);
  const twin = documents.find((_, index) => names.indexOf(names[index] ?? '') < index);
  if (twin) throw damaged(home, twin, 'it is given twice');
  return verified;
}

/**
 * Checks one document of a home.
 * @throws RegistryError `registry_damaged`
 */
export function verifyDocument(home: string, document: HomeDocument): RegisteredSpec {
  const content = new TextEncoder().encode(document.content);
  const { kind, name, version } = document;
  const path = `${home}#${kind}/${name}@${version}/${document.file}`;
  let spec: DecodedSpec;
  let own: string;
  try {
    spec = decodeAny(content, { file: path });
    own = requireVersion(spec);
  } catch (error) {
    if (error instanceof DefinitionError || error instanceof RegistryError)
      throw damaged(home, document, error.message);
    throw error;
  }
  if (spec.kind !== kind || spec.name !== name || own !== version)
    throw damaged(home, document, `its text is ${spec.kind} ${spec.name} ${own}`);
  if (specSha256(spec, content) !== document.sha256)
    throw damaged(home, document, 'its text does not have the hash that the home states');
  return { kind, name, version, sha256: document.sha256, path, content, spec };
}

function damaged(home: string, { kind, name, version }: HomeDocument, why: string): RegistryError {
  return new RegistryError(
    'registry_damaged',
    `${home} gave a wrong document for ${kind} ${name} ${version}: ${why}; notify the operator of the home`,
  );
}
