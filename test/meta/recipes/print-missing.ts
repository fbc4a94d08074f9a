import { fileURLToPath } from 'node:url';
import { limitPlaces } from './limit-places.ts';
import { objectKindPlaces } from './object-kind-places.ts';
import { missingPieces } from './pieces.ts';
import { storeKindPlaces } from './store-kind-places.ts';

/** Prints the missing pieces of additions that recipes of CONTRIBUTING describe, one per line. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const missing = [
  ...missingPieces('object kind', objectKindPlaces(root)),
  ...missingPieces('store', storeKindPlaces(root)),
  ...missingPieces('limit', limitPlaces(root)),
];
for (const line of missing) console.log(line);
