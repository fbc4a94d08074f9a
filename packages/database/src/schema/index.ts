export * from './circles.ts';
export * from './feed.ts';
export * from './ingestion.ts';
export * from './moderation.ts';
export * from './principals.ts';
export * from './publication.ts';
export * from './task-usage.ts';
export * from './topics.ts';
