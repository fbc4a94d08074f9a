CREATE TABLE "task_artifacts" (
	"object_key" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"size" bigint NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	"refusal" text,
	"removal_due" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_usage" (
	"task_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"objects" integer DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"writable_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "task_usage_agent_id_task_id_pk" PRIMARY KEY("agent_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "quota_exceeded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "published_objects" ADD COLUMN "removal_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "task_artifacts" ADD CONSTRAINT "task_artifacts_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_usage" ADD CONSTRAINT "task_usage_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_artifacts_task_id_object_key_index" ON "task_artifacts" USING btree ("task_id","object_key");--> statement-breakpoint
CREATE INDEX "task_artifacts_by_folder" ON "task_artifacts" USING btree ("agent_id","task_id");--> statement-breakpoint
CREATE INDEX "task_artifacts_removal_due" ON "task_artifacts" USING btree ("object_key") WHERE removal_due;--> statement-breakpoint
CREATE INDEX "task_usage_due" ON "task_usage" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "tickets_closed_by_age" ON "tickets" USING btree ("purpose",(judged_fingerprint is null),"closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "agents_by_owner" ON "agents" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "published_objects_removal_due" ON "published_objects" USING btree ("object_key") WHERE removal_due;--> statement-breakpoint
CREATE INDEX "published_results_by_age" ON "published_objects" USING btree ("confirmed_at") WHERE object_key like 'topics/%/results/%' and confirmed_text is not null;--> statement-breakpoint
INSERT INTO "task_usage" ("task_id", "agent_id", "due_at", "writable_until") SELECT "task_id", "agent_id", now(), now() + interval '1 hour' FROM "task_participants";
