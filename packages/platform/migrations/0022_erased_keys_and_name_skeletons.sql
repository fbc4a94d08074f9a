ALTER TABLE "tickets" ADD COLUMN "erased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "name_skeleton" text;--> statement-breakpoint
CREATE INDEX "tickets_erased_by_sweep" ON "tickets" USING btree ("sweep_at") WHERE erased_until is not null;--> statement-breakpoint
CREATE INDEX "agents_by_name_skeleton" ON "agents" USING btree ("name_skeleton");--> statement-breakpoint
CREATE INDEX "agents_without_skeleton" ON "agents" USING btree ("agent_id") WHERE name_skeleton is null and standing <> 'withdrawn';