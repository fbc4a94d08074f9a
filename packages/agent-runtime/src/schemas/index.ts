export { isUsableSchema } from './schema-validator.ts';
