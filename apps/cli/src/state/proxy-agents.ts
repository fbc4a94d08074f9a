// A module of its own, loaded on demand: bundlers give a library of CommonJS that is imported so no names.
export { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';
