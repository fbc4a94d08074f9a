/** Address at which LangSmith accepts spans, unless the settings name another one (ADR 0037). */
export const langsmithAddress = 'https://api.smith.langchain.com/otel/v1/traces';
