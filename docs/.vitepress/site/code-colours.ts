import type { MarkdownOptions } from 'vitepress';

/** Names of colours in code; `theme/style.css` has their values for both appearances. */
const collectScopes: Readonly<Record<string, readonly string[]>> = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: [
    'string',
    'string.quoted',
    'string.template',
    'punctuation.definition.string',
    'markup.inline.raw',
  ],
  constant: [
    'constant',
    'constant.numeric',
    'constant.language',
    'support.constant',
    'variable.other.constant',
  ],
  keyword: [
    'keyword',
    'storage',
    'storage.type',
    'storage.modifier',
    'keyword.operator.new',
    'markup.heading',
  ],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic', 'entity.name.command'],
  type: [
    'entity.name.type',
    'support.type',
    'support.class',
    'entity.other.inherited-class',
    'entity.name.tag',
  ],
};

/** Returns the placeholder of a colour, because themes accept only hexadecimal numbers. */
const placeholder = (index: number) => `#0000${(index + 16).toString(16)}`;
const placeholders = new Map(Object.keys(collectScopes).map((name, index) => [placeholder(index), name]));

/** Theme of code blocks. */
export const codeTheme = {
  name: 'classes',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: Object.values(collectScopes).map((scope, index) => ({
    scope: [...scope],
    settings: { foreground: placeholder(index) },
  })),
} satisfies MarkdownOptions['theme'];

/** Writes the colours of code as classes, since the content security policy forbids `style` attributes. */
export const classesForColours: NonNullable<MarkdownOptions['codeTransformers']>[number] = {
  name: 'classes for colours',
  span(node) {
    const { style, ...properties } = node.properties;
    const colour = /color:(#[0-9a-f]{6})/i.exec(String(style ?? ''))?.[1]?.toLowerCase() ?? '';
    const name = placeholders.get(colour);
    node.properties = { ...properties, ...(name === undefined ? {} : { class: `code-${name}` }) };
  },
};
