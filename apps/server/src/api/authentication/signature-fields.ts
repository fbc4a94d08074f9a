/** `Signature-Input` and `Signature` (RFC 9421) as our agents send them: one signature, plain components. */
export interface SignatureFields {
  label: string;
  /** Names of the covered components, in their order, each once. */
  components: string[];
  parameters: ReadonlyMap<string, string | number>;
  /** Member of `Signature-Input` as sent, which is the last line of the signed text. */
  signatureParameters: string;
  signature: Uint8Array;
}

const component = /"([@a-z0-9-]+)"/g;
const parameter = /;([a-z]+)=(?:"([^"]*)"|([0-9]+))/g;
// Accepts only the form that a serialiser of structured fields (RFC 8941) writes, so that the sent text equals the signed text:
// printable ASCII, one space between components, no leading zeros, no escapes, no component parameters.
const inputMember =
  /^([a-z][a-z0-9_-]{0,31})=(\(("[@a-z0-9-]+"(?: "[@a-z0-9-]+")*)\)((?:;[a-z]+=(?:"[ !#-[\]-~]*"|0|[1-9][0-9]{0,14}))*))$/;
const signatureMember = /^([a-z][a-z0-9_-]{0,31})=:([A-Za-z0-9+/]{86}==):$/;

/** Returns undefined for any other form; another spelling would be another signed text. */
export function parseSignatureFields(signatureInput: string, signature: string): SignatureFields | undefined {
  const [, label, signatureParameters, list, tail] = inputMember.exec(signatureInput) ?? [];
  const [, signedLabel, base64] = signatureMember.exec(signature) ?? [];
  if (label === undefined || signatureParameters === undefined || base64 === undefined) return undefined;
  const components = [...(list ?? '').matchAll(component)].map((match) => match[1] ?? '');
  const found = [...(tail ?? '').matchAll(parameter)];
  const parameters = new Map(found.map(([, name, text, digits]) => [name ?? '', text ?? Number(digits)]));
  const isOnce = parameters.size === found.length && new Set(components).size === components.length;
  if (label !== signedLabel || !isOnce) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  // The last base64 digit contains bits that are in no byte, so two texts could encode one signature.
  if (bytes.toString('base64') !== base64) return undefined;
  return { label, components, parameters, signatureParameters, signature: bytes };
}

const printable = /^[\x20-\x7e]*$/;

/** Returns the signed bytes (RFC 9421, 2.5); undefined if a component is missing or is not plain text. */
export function signatureBase(
  { components, signatureParameters }: Pick<SignatureFields, 'components' | 'signatureParameters'>,
  valueAt: (component: string) => string | undefined,
): Uint8Array | undefined {
  let base = '';
  for (const name of components) {
    const value = valueAt(name);
    // A line break would let one component's value forge the next component.
    if (value === undefined || !printable.test(value)) return undefined;
    base += `"${name}": ${value}\n`;
  }
  return Buffer.from(`${base}"@signature-params": ${signatureParameters}`, 'latin1');
}
