export { CreateError } from './project/create-error.ts';
export { createProject } from './project/create-project.ts';
export type { Language } from './project/project-files.ts';
