/** Where LangSmith takes spans, unless the settings name another of its addresses (RUNTIME.md, ruling 15). */
export const langsmithAddress = 'https://api.smith.langchain.com/otel/v1/traces';
