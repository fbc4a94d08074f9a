export { type AgnoSettings, AgnoSettingsError, agnoSelector, readAgnoSettings } from './agno-settings.ts';
export { type OpenAgno, openAgno } from './open-agno.ts';
