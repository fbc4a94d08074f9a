export { CreateError } from './project/create-error.ts';
export { createProject, type Language } from './project/create-project.ts';
