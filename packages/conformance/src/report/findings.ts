import type { Requirement } from '../requirements/requirement.ts';
import type { Result } from './report.ts';

/** Limit of details kept per requirement, because a home may fail it in every response. */
const mostDetails = 5;
const longestDetail = 400;

/** Findings for each requirement. One failure outweighs any number of passes. */
export class Findings<Id extends string> {
  readonly #requirements: readonly (Requirement & { id: Id })[];
  readonly #held = new Set<Id>();
  readonly #failed = new Map<Id, Set<string>>();
  readonly #skipped = new Map<Id, string>();

  constructor(requirements: readonly (Requirement & { id: Id })[]) {
    this.#requirements = requirements;
  }

  hold(id: Id): void {
    this.#held.add(id);
  }

  fail(id: Id, detail: string): void {
    const details = this.#failed.get(id) ?? new Set();
    if (details.size < mostDetails) details.add(oneLine(detail));
    this.#failed.set(id, details);
  }

  /** Passes unless `wrong` names a fault. */
  judge(id: Id, wrong: string | undefined | false): boolean {
    if (typeof wrong === 'string') this.fail(id, wrong);
    else this.hold(id);
    return typeof wrong !== 'string';
  }

  /** Skips a requirement with a reason; a finding about the requirement takes precedence. */
  skip(id: Id, why: string): void {
    if (!this.#skipped.has(id)) this.#skipped.set(id, oneLine(why));
  }

  /** Skips all requirements of an area that could not be checked. */
  skipArea(area: string, why: string): void {
    for (const { id } of this.#requirements) if (id.startsWith(`${area}/`)) this.skip(id, why);
  }

  results(): Result[] {
    return this.#requirements.map(({ id, title, chapter }) => {
      const failed = this.#failed.get(id);
      if (failed) return { id, title, chapter, verdict: 'failed', details: [...failed] };
      if (this.#held.has(id)) return { id, title, chapter, verdict: 'passed', details: [] };
      const why = this.#skipped.get(id) ?? 'the run did not come so far';
      return { id, title, chapter, verdict: 'skipped', details: [why] };
    });
  }
}

/** A home’s text is printed to a terminal and XML, so control and bidi characters are removed and its length is limited. */
function oneLine(text: string): string {
  const plain = text.slice(0, longestDetail * 2).replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ');
  return plain.length > longestDetail ? `${plain.slice(0, longestDetail)}…` : plain;
}
