export type { CarriedPermission } from './access-statement.ts';
export { type CompiledPolicy, type CompileOptions, compilePermissions } from './compile-permissions.ts';
