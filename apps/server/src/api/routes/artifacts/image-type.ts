const beginnings: [type: string, bytes: (number | undefined)[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  // RIFF, four bytes of length, WEBP.
  [
    'image/webp',
    [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  ],
];

/**
 * Detects the type of an image by its first bytes. A declared type is ignored. SVG does not count as an image, because it can run
 * scripts.
 */
export function findImageType(bytes: Uint8Array): string | undefined {
  return beginnings.find(([, expected]) =>
    expected.every((byte, index) => byte === undefined || bytes[index] === byte),
  )?.[0];
}
