import type { MarkdownRenderer } from 'vitepress';

/**
 * Writes the alignment of table cells as a class, since the content security policy forbids `style` attributes. Keeps Vue from
 * reading `{{name}}` in a text as an expression.
 */
export function writeStrictMarkup(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('strict markup', ({ tokens }) => {
    for (const token of tokens) {
      const alignment = /^text-align:(left|center|right)$/.exec(token.attrGet('style') ?? '')?.[1];
      if (alignment !== undefined) {
        token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
        token.attrJoin('class', `align-${alignment}`);
      }
      for (const child of token.children ?? []) if (child.type === 'code_inline') child.attrSet('v-pre', '');
    }
  });
  const { rules } = markdown.renderer;
  const { text } = rules;
  if (text === undefined) throw new Error('the renderer of Markdown has no rule for texts');
  rules.text = (...given) => text(...given).replaceAll('{{', '&#123;&#123;');
}
