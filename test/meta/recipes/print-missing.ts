import { fileURLToPath } from 'node:url';
import { limitPlaces } from './limit-places.ts';
import { objectKindPlaces } from './object-kind-places.ts';
import { missingPieces } from './pieces.ts';
import { storeKindPlaces } from './store-kind-places.ts';

/** Prints what is missing of anything that recipes of CONTRIBUTING add, a line a piece. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const missing = [
  ...missingPieces('object kind', objectKindPlaces(root)),
  ...missingPieces('store', storeKindPlaces(root)),
  ...missingPieces('limit', limitPlaces(root)),
];
for (const line of missing) console.log(line);
