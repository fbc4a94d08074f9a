/** Returns the text of the first element with this name, at any depth of an error document. */
export function elementText(data: Buffer, name: string): string | undefined {
  return new RegExp(`<${name}>([A-Za-z0-9.]{1,64})</${name}>`).exec(data.toString('latin1'))?.[1];
}
