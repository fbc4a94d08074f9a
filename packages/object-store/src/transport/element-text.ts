/** The text of the first element of this name, wherever it stands in an error document. */
export function elementText(data: Buffer, name: string): string | undefined {
  return new RegExp(`<${name}>([A-Za-z0-9.]{1,64})</${name}>`).exec(data.toString('latin1'))?.[1];
}
