/** Targets that comments and documents may cite. */
export interface Targets {
  /** Numbers of the records in `docs/decisions`, as `0024`. */
  decisions: ReadonlySet<string>;
  /** Requirement titles by capability of `openspec/specs`. */
  requirements: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Design notes and folders that are not part of the repository. */
const outside =
  /\b(?:RUNTIME|DESIGN|FACTS|ANCHORS)\.md\b|\b(?:DESIGN|RUNTIME|FACTS) \d|\bFACTS[,:)]|\bseeds\/[\w-]+\.md|\brulings? \d|\bshared\/[A-Z]+\.md/g;

const decision = /\bADR (\d{4})\b/g;
const requirement = /\bspec\s+([a-z0-9]+(?:-[a-z0-9]+)*)\s+"([^"]+)"/g;

/** Joins lines of a comment without moving any offset. */
function joinLines(text: string): string {
  return text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#|--)?/g, (margin) => ' '.repeat(margin.length));
}

function missing(capability: string, title: string, { requirements }: Targets): string | undefined {
  const titles = requirements.get(capability);
  if (!titles) return `there is no openspec/specs/${capability}/spec.md`;
  const wanted = title.replace(/\s+/g, ' ');
  return titles.has(wanted)
    ? undefined
    : `openspec/specs/${capability}/spec.md has no requirement "${wanted}"`;
}

/** Returns `file:line: …` for each reference without a target in the repository. */
export function brokenReferences(file: string, text: string, targets: Targets): string[] {
  const joined = joinLines(text);
  const found: { index: number; problem: string }[] = [];
  for (const { 0: reference, index } of joined.matchAll(outside))
    found.push({
      index,
      problem: `${reference} is not in the repository; cite a record of docs/decisions or a spec`,
    });
  for (const { index, 1: number = '' } of joined.matchAll(decision))
    if (!targets.decisions.has(number)) found.push({ index, problem: `docs/decisions has no ADR ${number}` });
  for (const { index, 1: capability = '', 2: title = '' } of joined.matchAll(requirement)) {
    const problem = missing(capability, title, targets);
    if (problem) found.push({ index, problem });
  }
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  return found
    .sort((one, other) => one.index - other.index)
    .map(({ index, problem }) => `${file}:${lineAt(index)}: ${problem}`);
}
