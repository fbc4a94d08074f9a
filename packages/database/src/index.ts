export * from './connect.ts';
export * as tables from './schema/index.ts';
