import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DefinitionError, type Problem } from '@agent-home/agent-runtime/definition';
import { z } from 'zod';
import { fileProblem, readBoundedFile } from '../folder/read-folder.ts';

const trustFileSchema = z.strictObject({
  version: z.literal(1),
  /** Projects by real path. */
  projects: z.record(
    z.string(),
    z.strictObject({
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      trusted_at: z.iso.datetime(),
      /** Hash of the settings' demands and of the files that they name; absent in entries of older versions. */
      asked: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .exactOptional(),
      /** Hash of the files that the project's programs could execute, and the exceptions; absent if it starts none. */
      tree: z
        .strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), except: z.array(z.string()) })
        .exactOptional(),
      /** Lines and files shown at that time, to report later changes; absent if they were too large to keep. */
      seen: z
        .strictObject({ lines: z.array(z.string()), files: z.record(z.string(), z.string()) })
        .exactOptional(),
    }),
  ),
});
export type TrustFile = z.output<typeof trustFileSchema>;
export type TrustedProject = TrustFile['projects'][string];
/** Demands that the user saw when trusting a project. */
export type SeenDemands = NonNullable<TrustFile['projects'][string]['seen']>;

export function trustFilePath(global: string): string {
  return join(global, 'trust.json');
}

/** Reads the projects that this machine trusts. An unreadable file trusts no project and is reported. */
export function readTrustFile(global: string): { trusted: TrustFile; problems: Problem[] } {
  const nobody: TrustFile = { version: 1, projects: {} };
  const file = trustFilePath(global);
  try {
    const parsed = trustFileSchema.safeParse(JSON.parse(new TextDecoder().decode(readBoundedFile(file))));
    if (parsed.success) return { trusted: parsed.data, problems: [] };
  } catch (error) {
    if (error instanceof DefinitionError)
      return { trusted: nobody, problems: error.code === 'not_found' ? [] : error.problems };
    if (!(error instanceof SyntaxError)) throw error;
  }
  return {
    trusted: nobody,
    problems: [
      fileProblem('invalid_value', file, 'not a list of trusted projects: fix the file or remove it'),
    ],
  };
}

/** Writes the trust file atomically, readable only by its owner. */
export function writeTrustFile(global: string, trusted: TrustFile): void {
  const file = trustFilePath(global);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, `${JSON.stringify(trustFileSchema.parse(trusted), null, 2)}\n`, { mode: 0o600 });
  renameSync(beside, file);
}
