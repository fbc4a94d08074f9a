import { z } from 'zod';

/** A client package that the home serves: an npm tarball, or the Python wheel. */
const clientPackageSchema = z.object({
  kind: z.enum(['npm', 'python']),
  name: z.string(),
  version: z.string(),
  file: z.string(),
  /** Contains the file's own hash, so that the content at this URL never changes. */
  url: z.string(),
  bytes: z.int(),
  /** Lowercase hex. */
  sha256: z.string(),
  /** Form of npm's lock files: `sha512-` and base64. */
  integrity: z.string(),
});

/** `GET /packages/index.json`: the clients of the home's own version. */
export const clientPackagesSchema = z.object({
  version: z.string(),
  /** Value for npm's `--registry`, and for `@agent-home:registry` in `.npmrc`. */
  npm_registry: z.string(),
  /** Value for pip's `--index-url`. */
  python_index: z.string(),
  packages: z.array(clientPackageSchema),
});
export type ClientPackagesAnswer = z.infer<typeof clientPackagesSchema>;
