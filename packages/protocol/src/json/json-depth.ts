/**
 * Maximum nesting of containers, including the outermost. Parsing and signing share it, so that nothing is signed that a reader
 * rejects.
 */
export const MAX_JSON_DEPTH = 64;
