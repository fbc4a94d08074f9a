export {
  LanggraphSettingsError,
  type LanggraphSettingsErrorCode,
  langgraphSelector,
} from './langgraph-settings.ts';
export { type OpenLanggraph, openLanggraph } from './open-langgraph.ts';
