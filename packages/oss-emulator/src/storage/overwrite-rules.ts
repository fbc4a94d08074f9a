import { z } from 'zod';
import { OssError } from '../http/oss-error.ts';
import { parseXml, type XmlElement } from '../http/xml.ts';

const MAX_RULES = 100;

/** The parser returns one element and several elements in different forms. */
const several = <Item extends z.ZodType>(item: Item) =>
  z.union([z.array(item), item.transform((one) => [one] as z.output<Item>[])]);
const text = z.string().min(1).max(1023);

const ruleElement = z.strictObject({
  '#text': z.string().optional(),
  ID: z.string().min(1).max(255).optional(),
  Action: z.literal('forbid'),
  Prefix: text.optional(),
  Suffix: text.optional(),
  Principals: z.object({ Principal: several(text) }).optional(),
});
const configurationElement = z.object({ Rule: several(ruleElement) });

export const overwriteRuleSchema = z.object({
  id: z.string(),
  prefix: z.string().optional(),
  suffix: z.string().optional(),
  principals: z.array(z.string()).optional(),
});
export type StoredOverwriteRule = z.infer<typeof overwriteRuleSchema>;

/** Reads an OverwriteConfiguration; `newId` returns ids for rules without one. */
export function parseOverwriteRules(body: Uint8Array, newId: () => string): StoredOverwriteRule[] {
  const parsed = configurationElement.safeParse(parseXml(body, 'OverwriteConfiguration'));
  if (!parsed.success || parsed.data.Rule.length > MAX_RULES) throw new OssError('MalformedXML');
  const rules = parsed.data.Rule.map((rule) => ({
    id: rule.ID ?? newId(),
    prefix: rule.Prefix,
    suffix: rule.Suffix,
    principals: rule.Principals?.Principal,
  }));
  if (new Set(rules.map(({ id }) => id)).size !== rules.length) {
    throw new OssError('InvalidArgument', { message: 'Two overwrite rules share an ID.' });
  }
  return rules;
}

export function renderOverwriteRules(rules: StoredOverwriteRule[]): XmlElement {
  return {
    Rule: rules.map(({ id, prefix, suffix, principals }) => ({
      ID: id,
      Action: 'forbid',
      Prefix: prefix,
      Suffix: suffix,
      Principals: principals === undefined ? undefined : { Principal: principals },
    })),
  };
}

/**
 * True if a rule forbids overwriting the key. A rule applies if all of its filters match; one rule is enough. `*` in a principal
 * matches any characters.
 */
export function forbidsOverwrite(rules: StoredOverwriteRule[], key: string, principal: string): boolean {
  return rules.some(
    ({ prefix = '', suffix = '', principals }) =>
      key.startsWith(prefix) &&
      key.endsWith(suffix) &&
      (principals === undefined || principals.some((pattern) => matches(pattern, principal))),
  );
}

function matches(pattern: string, principal: string): boolean {
  const literal = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`).test(principal);
}
