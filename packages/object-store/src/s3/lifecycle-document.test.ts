import { describe, expect, it } from 'vitest';
import { mergedDocument, readableRules, writtenRules } from './lifecycle-document.ts';

const OWN = { id: 'home', prefix: 'agents/heartbeats/', days: 2 };
const filtered = (more = '', status = 'Enabled') =>
  `<Rule><ID>home</ID><Status>${status}</Status><Filter><Prefix>agents/heartbeats/</Prefix></Filter>` +
  `<Expiration><Days>2</Days></Expiration>${more}</Rule>`;
const FOREIGN =
  '<Rule><Expiration><Days>400</Days></Expiration><Filter><And><Prefix>a&amp;b/</Prefix><Tag><Key>k</Key>' +
  '<Value>&lt;v&gt;</Value></Tag></And></Filter><ID>0012</ID><Status>Enabled</Status></Rule>';
const document = (...rules: string[]) =>
  Buffer.from(`<?xml version="1.0"?><LifecycleConfiguration>${rules.join('\n')}</LifecycleConfiguration>`);

describe('reading', () => {
  it.each([
    ['with a filter', filtered()],
    [
      'in the older form',
      '<Rule><ID>home</ID><Prefix>agents/heartbeats/</Prefix><Status>Enabled</Status><Expiration><Days>2</Days></Expiration></Rule>',
    ],
  ])('takes a rule %s for ours', (_label, xml) => {
    expect(readableRules(writtenRules(document(xml)))).toEqual([OWN]);
  });

  it.each([
    ['is disabled', filtered('', 'Disabled')],
    [
      'does more than expire',
      filtered(
        '<NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration>',
      ),
    ],
    ['has tags', FOREIGN],
    ['has no id', filtered().replace('<ID>home</ID>', '')],
    ['has a date for its days', filtered().replace('<Days>2</Days>', '<Date>2026-01-01T00:00:00Z</Date>')],
  ])('leaves out a rule that %s', (_label, xml) => {
    expect(readableRules(writtenRules(document(xml)))).toEqual([]);
  });
});

describe('merging', () => {
  it('keeps the rules of others byte for byte, and replaces ours', () => {
    const merged = mergedDocument(writtenRules(document(filtered(), FOREIGN)), [{ ...OWN, days: 7 }]);
    expect(merged).toContain(FOREIGN);
    expect(merged).toContain('<Days>7</Days>');
    expect(merged).not.toContain('<Days>2</Days>');
    expect(merged.match(/<Rule>/g)).toHaveLength(2);
  });
});
