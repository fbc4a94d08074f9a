import type { LifecycleRule } from '../port/object-store.ts';
import { replacedRules } from '../requests/lifecycle-request.ts';
import { childAt, parseXml, textAt } from './xml.ts';

const RULE = /<Rule>.*?<\/Rule>/gs;

/** Rule as the store wrote it, so that rules of others are put back byte for byte. */
export interface WrittenRule {
  id: string | undefined;
  xml: string;
}

export function writtenRules(data: Buffer): WrittenRule[] {
  const rules = data.toString('utf8').match(RULE) ?? [];
  return rules.map((xml) => ({ id: textAt(parseXml(Buffer.from(xml)), 'Rule', 'ID'), xml }));
}

/** Returns the rules that our type can express completely; others (tags, transitions, disabled) are left out. */
export function readableRules(rules: readonly WrittenRule[]): LifecycleRule[] {
  return rules.flatMap(({ id, xml }) => {
    const rule = childAt(parseXml(Buffer.from(xml)), 'Rule');
    const prefix = textAt(rule, 'Filter', 'Prefix') ?? textAt(rule, 'Prefix');
    const days = Number(textAt(rule, 'Expiration', 'Days'));
    if (id === undefined || prefix === undefined || !Number.isSafeInteger(days)) return [];
    const own = { id, prefix, days };
    return hasSameElements(xml, ruleXml(own)) && textAt(rule, 'Status') === 'Enabled' ? [own] : [];
  });
}

/** Returns the complete configuration to put: the existing rules that are not replaced, then the given ones. */
export function mergedDocument(
  present: readonly WrittenRule[],
  rules: readonly LifecycleRule[],
  ownedPrefix?: string,
): string {
  const isReplaced = replacedRules(rules, ownedPrefix);
  const foreign = present.filter(({ id }) => !isReplaced(id)).map(({ xml }) => xml);
  return `<LifecycleConfiguration>${[...foreign, ...rules.map(ruleXml)].join('')}</LifecycleConfiguration>`;
}

/** Renders a rule; the characters of ids and prefixes need no escaping. */
function ruleXml({ id, prefix, days }: LifecycleRule): string {
  return (
    `<Rule><ID>${id}</ID><Status>Enabled</Status><Filter><Prefix>${prefix}</Prefix></Filter>` +
    `<Expiration><Days>${days}</Days></Expiration></Rule>`
  );
}

/** Compares two rules. The older form has the prefix next to the other elements, without a filter. */
function hasSameElements(one: string, other: string): boolean {
  const elements = (xml: string) =>
    [...xml.matchAll(/<([A-Za-z]+)/g)].map(([, name]) => name).filter((name) => name !== 'Filter');
  return elements(one).sort().join() === elements(other).sort().join();
}
