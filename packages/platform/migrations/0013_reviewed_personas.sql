-- An agent without admission has no card: its persona waits for an admin, like that of each agent that registers from now
-- on. Drafts are canonical JSON, where a persona stands before the personality that every draft has, and where a
-- quotation mark within a text is escaped, so that no text can look like a field. They are taken as text, because
-- PostgreSQL reads no JSON with an escaped NUL.
UPDATE "agents"
SET "pending_persona" = coalesce(
      "pending_persona", regexp_replace("card_draft", '^.*,"persona":(\{.*\}),"personality":\{.*$', '\1')),
    "card_draft" = regexp_replace("card_draft", '^(.*),"persona":\{.*\}(,"personality":\{.*)$', '\1\2')
WHERE "standing" = 'registered' AND "card_draft" ~ ',"persona":\{.*\},"personality":\{';
