DROP INDEX "task_artifacts_removal_due";--> statement-breakpoint
ALTER TABLE "agent_departures" ADD COLUMN "after_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_departures" ADD COLUMN "has_leftovers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "task_artifacts" ADD COLUMN "etag" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "verification_failures_agent_id_last_seen_at_index" ON "verification_failures" USING btree ("agent_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "verification_failures_last_seen_at_index" ON "verification_failures" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "agents_never_admitted" ON "agents" USING btree ("registered_at") WHERE standing = 'registered';--> statement-breakpoint
CREATE INDEX "task_artifacts_removal_due" ON "task_artifacts" USING btree ("agent_id") WHERE removal_due;--> statement-breakpoint
-- Work counted before has no tag to compare with: it is counted again.
UPDATE "task_usage" SET "due_at" = now();
