import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { OssError } from './oss-error.ts';

type XmlNode = string | number | boolean | XmlElement | XmlNode[] | undefined;
export interface XmlElement {
  [name: string]: XmlNode;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
    .replace(/\p{Cc}/gu, (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`);
}

function render(name: string, node: XmlNode): string {
  if (node === undefined) return '';
  if (Array.isArray(node)) return node.map((item) => render(name, item)).join('');
  if (typeof node !== 'object') return `<${name}>${escapeText(String(node))}</${name}>`;
  const children = Object.entries(node).map(([childName, child]) => render(childName, child));
  return `<${name}>${children.join('')}</${name}>`;
}

/** Renders XML. `undefined` omits an element, an array repeats it. */
export function renderXml(rootName: string, root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(rootName, root)}`;
}

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
});

/** Returns the children of the root element as plain values; text is not trimmed. Throws `MalformedXML`. */
export function parseXml(bytes: Uint8Array, rootName: string): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  // A document type could define entities; no document for OSS needs one.
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) throw new OssError('MalformedXML');
  const document: unknown = parser.parse(text);
  if (typeof document !== 'object' || document === null) throw new OssError('MalformedXML');
  const root: unknown = Object.entries(document).find(([name]) => name === rootName)?.[1];
  if (root === undefined) throw new OssError('MalformedXML');
  return root;
}
