/**
 * Containers inside each other, the outermost counted. One number for parsing and for signing, so that
 * nothing is signed that a reader refuses.
 */
export const MAX_JSON_DEPTH = 64;
