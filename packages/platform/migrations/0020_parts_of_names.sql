-- The characters of a text, its pairs and its triples of neighbours, case folded: a string that holds a text holds all of its parts.
CREATE FUNCTION "parts_of"("value" text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT "part"), '{}') FROM (
      SELECT "letter", "letter" || lead("letter") OVER "in_order" AS "pair",
        "letter" || lead("letter") OVER "in_order" || lead("letter", 2) OVER "in_order" AS "triple"
      FROM unnest(string_to_array(lower("value"), NULL)) WITH ORDINALITY AS "letters" ("letter", "at")
      WINDOW "in_order" AS (ORDER BY "at")
    ) AS "one", LATERAL (VALUES ("letter"), ("pair"), ("triple")) AS "parts" ("part") WHERE "part" IS NOT NULL);
--> statement-breakpoint
DROP INDEX "agents_by_part_of_id";--> statement-breakpoint
DROP INDEX "card_history_by_part_of_name";--> statement-breakpoint
DROP INDEX "topics_by_title";--> statement-breakpoint
CREATE INDEX "agents_by_part_of_id" ON "agents" USING gin (parts_of("agent_id")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "card_history_by_part_of_name" ON "card_history" USING gin (parts_of("name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "topics_by_title" ON "topics" USING gin (parts_of("title")) WITH (fastupdate=false);--> statement-breakpoint
DROP FUNCTION "pairs_of"(text);
