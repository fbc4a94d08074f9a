import { XMLParser } from 'fast-xml-parser';
import type { OverwriteRule } from '../port/bucket-protection.ts';

const RULE = /<Rule>.*?<\/Rule>/gs;
const SAFE = /^[A-Za-z0-9_./:*-]{1,1023}$/;
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Principal' });

/** Rule in the bucket's exact form, so that rules of others are put back byte for byte. */
export interface WrittenOverwriteRule {
  id: string;
  xml: string;
}

export function writtenOverwriteRules(document: string): WrittenOverwriteRule[] {
  return (document.match(RULE) ?? []).map((xml) => ({ id: String(parser.parse(xml).Rule?.ID ?? ''), xml }));
}

/** Returns the rules that `OverwriteRule` can express; rules with a suffix, for example, are left out. */
export function readableOverwriteRules(rules: readonly WrittenOverwriteRule[]): OverwriteRule[] {
  return rules.flatMap(({ xml }) => {
    const { ID: id, Action, Prefix: prefix, Principals, ...more } = parser.parse(xml).Rule ?? {};
    if (Action !== 'forbid' || typeof prefix !== 'string' || Object.keys(more).length > 0) return [];
    const principals: unknown = Principals?.Principal;
    if (principals === undefined) return [{ id: String(id), prefix }];
    return Array.isArray(principals) ? [{ id: String(id), prefix, principals: principals.map(String) }] : [];
  });
}

export function overwriteDocument(
  present: readonly WrittenOverwriteRule[],
  rules: readonly OverwriteRule[],
  ownedPrefix: string,
): string {
  const foreign = present.filter(({ id }) => !id.startsWith(ownedPrefix)).map(({ xml }) => xml);
  return `<OverwriteConfiguration>${[...foreign, ...rules.map(ruleXml)].join('')}</OverwriteConfiguration>`;
}

/**
 * Returns true if the rule can be written. An empty prefix would freeze the whole bucket, and unescaped text could form another
 * rule.
 */
export function isWritable({ id, prefix, principals = [] }: OverwriteRule): boolean {
  return [id, prefix, ...principals].every((text) => SAFE.test(text));
}

function ruleXml({ id, prefix, principals }: OverwriteRule): string {
  const named = principals?.map((principal) => `<Principal>${principal}</Principal>`).join('');
  return (
    `<Rule><ID>${id}</ID><Action>forbid</Action><Prefix>${prefix}</Prefix>` +
    `${named === undefined ? '' : `<Principals>${named}</Principals>`}</Rule>`
  );
}
