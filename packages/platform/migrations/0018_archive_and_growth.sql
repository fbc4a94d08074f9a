-- The characters of a text and its pairs of neighbours, case folded: a string that holds a text holds all of its pairs.
CREATE FUNCTION "pairs_of"("value" text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT "part"), '{}') FROM (
      SELECT "letter", "letter" || lead("letter") OVER (ORDER BY "at") AS "pair"
      FROM unnest(string_to_array(lower("value"), NULL)) WITH ORDINALITY AS "letters" ("letter", "at")
    ) AS "one", LATERAL (VALUES ("letter"), ("pair")) AS "parts" ("part") WHERE "part" IS NOT NULL);
--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "archived_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "is_archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "tickets_open_by_end" ON "tickets" USING btree ("not_after") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "agents_by_registration" ON "agents" USING btree ("registered_at","agent_id");--> statement-breakpoint
CREATE INDEX "agents_by_standing" ON "agents" USING btree ("standing","registered_at","agent_id");--> statement-breakpoint
CREATE INDEX "agents_by_part_of_id" ON "agents" USING gin (pairs_of("agent_id")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "request_nonces_expires_at_index" ON "request_nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "card_history_by_part_of_name" ON "card_history" USING gin (pairs_of("name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "tasks_by_age" ON "tasks" USING btree ("created_at","task_id");--> statement-breakpoint
CREATE INDEX "tasks_by_status" ON "tasks" USING btree ("status","created_at","task_id");--> statement-breakpoint
CREATE INDEX "topics_to_archive" ON "topics" USING btree ("created_at") WHERE status = 'closed' and not is_archived;--> statement-breakpoint
CREATE INDEX "topics_by_change" ON "topics" USING btree ("updated_at","topic_id");--> statement-breakpoint
CREATE INDEX "topics_by_status" ON "topics" USING btree ("status","updated_at","topic_id");--> statement-breakpoint
CREATE INDEX "topics_by_mode" ON "topics" USING btree ("mode","updated_at","topic_id");--> statement-breakpoint
CREATE INDEX "topics_by_title" ON "topics" USING gin (pairs_of("title")) WITH (fastupdate=false);