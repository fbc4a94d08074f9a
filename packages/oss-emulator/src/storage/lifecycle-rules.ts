import { z } from 'zod';
import { OssError } from '../http/oss-error.ts';
import { parseXml, type XmlElement } from '../http/xml.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const period = z
  .strictObject({
    '#text': z.string().optional(),
    Days: z
      .string()
      .regex(/^[1-9]\d{0,4}$/)
      .optional(),
    CreatedBeforeDate: z.iso.datetime().optional(),
  })
  .transform(({ Days, CreatedBeforeDate }) => ({
    days: Days === undefined ? undefined : Number(Days),
    createdBeforeDate: CreatedBeforeDate,
  }))
  .refine(({ days, createdBeforeDate }) => (days === undefined) !== (createdBeforeDate === undefined));

/** A rule with an element that is not listed (transitions, tags, versions) is rejected rather than ignored. */
const ruleElement = z
  .strictObject({
    '#text': z.string().optional(),
    ID: z.string().max(255).optional(),
    Prefix: z.string(),
    Status: z.enum(['Enabled', 'Disabled']),
    Expiration: period.optional(),
    AbortMultipartUpload: period.optional(),
  })
  .refine((rule) => rule.Expiration !== undefined || rule.AbortMultipartUpload !== undefined);
const configurationElement = z.object({
  Rule: z.union([z.array(ruleElement).max(1000), ruleElement.transform((rule) => [rule])]),
});

const storedPeriod = z.object({
  days: z.number().optional(),
  createdBeforeDate: z.string().optional(),
});
export const lifecycleRuleSchema = z.object({
  id: z.string(),
  prefix: z.string(),
  enabled: z.boolean(),
  expiration: storedPeriod.optional(),
  abortMultipartUpload: storedPeriod.optional(),
});
export type StoredLifecycleRule = z.infer<typeof lifecycleRuleSchema>;
type Period = z.infer<typeof storedPeriod>;

/** Reads a LifecycleConfiguration; `newId` returns ids for rules without one. */
export function parseLifecycle(body: Uint8Array, newId: () => string): StoredLifecycleRule[] {
  const parsed = configurationElement.safeParse(parseXml(body, 'LifecycleConfiguration'));
  if (!parsed.success) {
    const unknown = parsed.error.issues.some(mentionsUnknownElement);
    throw new OssError(unknown ? 'NotImplemented' : 'MalformedXML');
  }
  const rules = parsed.data.Rule.map((rule) => ({
    id: rule.ID ?? newId(),
    prefix: rule.Prefix,
    enabled: rule.Status === 'Enabled',
    expiration: rule.Expiration,
    abortMultipartUpload: rule.AbortMultipartUpload,
  }));
  if (new Set(rules.map((rule) => rule.id)).size !== rules.length) {
    throw new OssError('InvalidArgument', { message: 'Two lifecycle rules share an ID.' });
  }
  return rules;
}

function mentionsUnknownElement(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'unrecognized_keys') return true;
  return issue.code === 'invalid_union' && issue.errors.some((issues) => issues.some(mentionsUnknownElement));
}

export function renderLifecycle(rules: StoredLifecycleRule[]): XmlElement {
  const renderPeriod = (given: Period | undefined): XmlElement | undefined =>
    given === undefined ? undefined : { Days: given.days, CreatedBeforeDate: given.createdBeforeDate };
  return {
    Rule: rules.map((rule) => ({
      ID: rule.id,
      Prefix: rule.prefix,
      Status: rule.enabled ? 'Enabled' : 'Disabled',
      Expiration: renderPeriod(rule.expiration),
      AbortMultipartUpload: renderPeriod(rule.abortMultipartUpload),
    })),
  };
}

/** Days count from the last modification, so overwriting an object restarts the period. */
function passed(given: Period, since: number, now: number): boolean {
  if (given.days !== undefined) return now >= since + given.days * DAY_MS;
  return given.createdBeforeDate !== undefined && since < Date.parse(given.createdBeforeDate);
}

/** Returns true if an enabled rule has expired this object or upload. */
export function isExpired(
  rules: StoredLifecycleRule[],
  action: 'expiration' | 'abortMultipartUpload',
  subject: { key: string; since: number },
  now: number,
): boolean {
  return rules.some((rule) => {
    const given = rule[action];
    return (
      rule.enabled &&
      given !== undefined &&
      subject.key.startsWith(rule.prefix) &&
      passed(given, subject.since, now)
    );
  });
}
