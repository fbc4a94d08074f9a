import { parseSpec, type Requirement, type Scenario, type Spec } from './parse-spec.ts';

const minPurposeLength = 50;
const maxNameLength = 120;

interface SpecProblem {
  capability: string;
  line?: number;
  text: string;
}

/**
 * Returns the problems of the specs, by capability, and the scenarios without a test of the same name. `titles`
 * are the exact titles of all tests.
 */
export function findProblems(
  specs: ReadonlyMap<string, string>,
  titles: ReadonlySet<string>,
): { problems: SpecProblem[]; untested: { capability: string; name: string }[]; scenarios: number } {
  const problems: SpecProblem[] = [];
  const untested: { capability: string; name: string }[] = [];
  const placeOfName = new Map<string, string>();
  if (specs.size === 0) problems.push({ capability: 'openspec/specs', text: 'holds no specs' });
  for (const [capability, text] of specs) {
    const spec = parseSpec(text);
    const add = (problem: string, line?: number) =>
      problems.push({ capability, text: problem, ...(line === undefined ? {} : { line }) });
    checkFrame(capability, spec, add);
    for (const requirement of spec.requirements) {
      checkRequirement(requirement, add);
      for (const scenario of requirement.scenarios) {
        checkScenario(scenario, add);
        const other = placeOfName.get(scenario.name);
        if (other !== undefined) add(`scenario "${scenario.name}" is in ${other} too`, scenario.line);
        placeOfName.set(scenario.name, capability);
        if (!titles.has(scenario.name)) untested.push({ capability, name: scenario.name });
      }
    }
  }
  return { problems, untested, scenarios: placeOfName.size };
}

type Add = (problem: string, line?: number) => void;

function checkFrame(capability: string, spec: Spec, add: Add): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(capability)) add('the folder is not named in kebab-case');
  if (!/\S Specification$/.test(spec.title ?? '')) add('the title does not end with "Specification"');
  if ((spec.purpose ?? '').length < minPurposeLength)
    add(`the purpose has fewer than ${minPurposeLength} characters`);
  if (spec.requirements.length === 0) add('there is no requirement');
  const names = spec.requirements.map((requirement) => requirement.name);
  for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at)))
    add(`requirement "${name}" is there twice`);
  for (const { line, text } of spec.strays) add(`"${text}" has no place in the format`, line);
}

function checkRequirement({ name, line, text, scenarios }: Requirement, add: Add): void {
  if (!/\b(SHALL|MUST)\b/.test(text)) add(`requirement "${name}" says neither SHALL nor MUST`, line);
  if (scenarios.length === 0) add(`requirement "${name}" has no scenario`, line);
}

function checkScenario({ name, line, steps }: Scenario, add: Add): void {
  if (name.length > maxNameLength)
    add(`scenario "${name}" has a name of more than ${maxNameLength} characters`, line);
  const [when, then] = [steps.indexOf('WHEN'), steps.indexOf('THEN')];
  if (when === -1 || then === -1) add(`scenario "${name}" needs a WHEN and a THEN`, line);
  else if (then < when) add(`scenario "${name}" has its THEN before its WHEN`, line);
  if (steps[0] === 'AND') add(`scenario "${name}" begins with AND`, line);
}
