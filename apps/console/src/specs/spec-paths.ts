/** Paths of the pages of registered specs. With `:kind` and so on they are patterns of routes. */
export const specPaths = {
  list: '/specs',
  spec: <Kind extends string, Name extends string>(kind: Kind, name: Name) =>
    `/specs/${kind}/${name}` as const,
  version: <Kind extends string, Name extends string, Version extends string>(
    kind: Kind,
    name: Name,
    version: Version,
  ) => `/specs/${kind}/${name}/${version}` as const,
};
