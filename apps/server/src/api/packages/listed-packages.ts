import { z } from 'zod';

const fileName = z.string().regex(/^[a-z][\w.-]{1,120}\.(tgz|whl)$/);
const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

const fileFields = {
  file: fileName,
  version: z.string().regex(/^[\w.+-]{1,60}$/),
  bytes: z.int().positive(),
  sha256: hex(64),
  /** SHA-1, as old clients of npm compare it. */
  shasum: hex(40),
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
};

/** npm package of this repository. */
export const npmPackageSchema = z.object({
  kind: z.literal('npm'),
  name: z.string().regex(/^(@agent-home\/)?[a-z][a-z-]{0,60}$/),
  ...fileFields,
  /** Its `package.json`, as npm reads it from a registry. */
  manifest: z.record(z.string(), z.json()),
});
export type NpmPackage = z.infer<typeof npmPackageSchema>;

/** The wheel of the Python client. */
export const wheelSchema = z.object({
  kind: z.literal('python'),
  name: z.string().regex(/^[a-z][a-z-]{0,60}$/),
  ...fileFields,
  requires_python: z.string().max(60),
});
export type Wheel = z.infer<typeof wheelSchema>;

/** `index.json` of a folder with client packages. Files that it does not list are not served. */
export const listedPackagesSchema = z.object({
  version: fileFields.version,
  packages: z.array(z.discriminatedUnion('kind', [npmPackageSchema, wheelSchema])).min(1),
});
export type ListedPackages = z.infer<typeof listedPackagesSchema>;
export type ListedPackage = ListedPackages['packages'][number];
