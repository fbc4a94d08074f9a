import { describe, expect, it } from 'vitest';
import {
  isWritable,
  overwriteDocument,
  readableOverwriteRules,
  writtenOverwriteRules,
} from './overwrite-document.ts';

const FOREIGN =
  '<Rule><ID>theirs</ID><Action>forbid</Action><Prefix>a&amp;b/</Prefix><Suffix>.txt</Suffix></Rule>';
const OURS = { id: 'home-x', prefix: 'x/', principals: ['arn:sts::1:assumed-role/agent/*'] };
const written = (...rules: string[]) =>
  writtenOverwriteRules(`<OverwriteConfiguration>${rules.join('\n')}</OverwriteConfiguration>`);

describe('the document of overwrite rules', () => {
  it('is read as it was written, and rules of others stay byte for byte', () => {
    const document = overwriteDocument(written(FOREIGN), [OURS, { id: 'home-y', prefix: 'y/' }], 'home-');
    expect(document).toContain(FOREIGN);
    expect(readableOverwriteRules(writtenOverwriteRules(document))).toEqual([
      OURS,
      { id: 'home-y', prefix: 'y/' },
    ]);
    const again = overwriteDocument(writtenOverwriteRules(document), [OURS], 'home-');
    expect(again.match(/<Rule>/g)).toHaveLength(2);
    expect(again).not.toContain('home-y');
  });

  it.each([
    ['markup in a prefix', { ...OURS, prefix: 'x</Prefix>' }],
    ['an empty prefix, which is the whole bucket', { ...OURS, prefix: '' }],
    ['markup in a principal', { ...OURS, principals: ['*</Principal>'] }],
  ])('is not written with %s', (_what, rule) => {
    expect(isWritable(rule)).toBe(false);
    expect(isWritable(OURS)).toBe(true);
  });
});
