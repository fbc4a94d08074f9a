ALTER TABLE "task_participants" ADD COLUMN "left_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "former_audiences" text;--> statement-breakpoint
ALTER TABLE "topic_participants" ADD COLUMN "left_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "former_audiences" text;--> statement-breakpoint
CREATE INDEX "credential_audit_by_time" ON "credential_audit" USING brin ("requested_at");--> statement-breakpoint
CREATE INDEX "tasks_by_circle" ON "tasks" USING btree ("circle_id") WHERE circle_id is not null;--> statement-breakpoint
CREATE INDEX "topics_by_circle" ON "topics" USING btree ("circle_id") WHERE circle_id is not null;