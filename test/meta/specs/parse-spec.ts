export interface Scenario {
  name: string;
  line: number;
  /** First words of its bullets, in order: GIVEN, WHEN, THEN, AND. */
  steps: string[];
}

export interface Requirement {
  name: string;
  line: number;
  text: string;
  scenarios: Scenario[];
}

export interface Spec {
  title: string | undefined;
  purpose: string | undefined;
  requirements: Requirement[];
  /** Lines outside every section that the format defines. */
  strays: { line: number; text: string }[];
}

type Section = 'start' | 'purpose' | 'requirements' | 'unknown';

/** Reads one `spec.md` in the OpenSpec format, line by line, without judging it. */
export function parseSpec(text: string): Spec {
  const spec: Spec = { title: undefined, purpose: undefined, requirements: [], strays: [] };
  let section: Section = 'start';
  for (const [index, raw] of text.split('\n').entries()) {
    const [line, content] = [index + 1, raw.trim()];
    if (content === '') continue;
    const heading = /^(#{1,6}) +(.*)$/.exec(content);
    if (heading) section = readHeading(spec, section, line, heading[1] ?? '', heading[2] ?? '');
    else if (!readContent(spec, section, content)) spec.strays.push({ line, text: content });
  }
  return spec;
}

function readHeading(spec: Spec, section: Section, line: number, level: string, text: string): Section {
  if (level === '#' && spec.title === undefined) {
    spec.title = text;
    return section;
  }
  if (level === '##' && text === 'Purpose') return 'purpose';
  if (level === '##' && text === 'Requirements') return 'requirements';
  const requirement = /^Requirement: (.+)$/.exec(text)?.[1];
  if (level === '###' && requirement !== undefined && section === 'requirements') {
    spec.requirements.push({ name: requirement, line, text: '', scenarios: [] });
    return section;
  }
  const scenario = /^Scenario: (.+)$/.exec(text)?.[1];
  const parent = spec.requirements.at(-1);
  if (level === '####' && scenario !== undefined && parent) {
    parent.scenarios.push({ name: scenario, line, steps: [] });
    return section;
  }
  spec.strays.push({ line, text: `${level} ${text}` });
  return level === '##' ? 'unknown' : section;
}

function readContent(spec: Spec, section: Section, content: string): boolean {
  if (section === 'purpose') {
    spec.purpose = spec.purpose === undefined ? content : `${spec.purpose} ${content}`;
    return true;
  }
  const requirement = section === 'requirements' ? spec.requirements.at(-1) : undefined;
  if (!requirement) return false;
  const scenario = requirement.scenarios.at(-1);
  if (!scenario) {
    requirement.text = `${requirement.text} ${content}`.trim();
    return true;
  }
  const step = /^- \*\*(GIVEN|WHEN|THEN|AND)\*\* \S/.exec(content)?.[1];
  // A bullet may continue on the next line.
  if (step === undefined) return !content.startsWith('-') && scenario.steps.length > 0;
  scenario.steps.push(step);
  return true;
}
