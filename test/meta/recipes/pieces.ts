/** Place that has to contain every item of a kind: `what` names the content, as in the recipe. */
export interface Place {
  what: string;
  file: string;
  members: ReadonlySet<string>;
}

/** Returns, for every member of at least one place, the places that lack it. */
export function missingPieces(sort: string, places: readonly Place[]): string[] {
  const all = new Set(places.flatMap(({ members }) => [...members]));
  return [...all]
    .sort()
    .flatMap((name) =>
      places
        .filter(({ members }) => !members.has(name))
        .map(({ what, file }) => `${sort} ${name} has no ${what}: ${file}`),
    );
}
