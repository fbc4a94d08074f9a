CREATE TABLE "sealed_inputs" (
	"topic_id" text NOT NULL,
	"object_key" text NOT NULL,
	"input_type" text NOT NULL,
	"sequence" integer NOT NULL,
	"commitment" text NOT NULL,
	"salt" text NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	CONSTRAINT "sealed_inputs_topic_id_object_key_pk" PRIMARY KEY("topic_id","object_key")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"task_id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"visibility" text NOT NULL,
	"owner_id" text NOT NULL,
	"policy_version" integer DEFAULT 1 NOT NULL,
	"manifest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"proposed_by" text,
	"fingerprint" text
);
--> statement-breakpoint
CREATE TABLE "topic_records" (
	"topic_id" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "topic_records_topic_id_key_pk" PRIMARY KEY("topic_id","key")
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "after_key" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "random_secret" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "closes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "summary_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "proposed_by" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "sealed_inputs" ADD CONSTRAINT "sealed_inputs_topic_id_topics_topic_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("topic_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_records" ADD CONSTRAINT "topic_records_topic_id_topics_topic_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("topic_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_by_fingerprint" ON "tasks" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "tasks_proposed" ON "tasks" USING btree ("created_at") WHERE proposed_by is not null;--> statement-breakpoint
CREATE INDEX "topics_by_fingerprint" ON "topics" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "topics_proposed" ON "topics" USING btree ("created_at") WHERE proposed_by is not null;--> statement-breakpoint
CREATE INDEX "topics_summary_due" ON "topics" USING btree ("topic_id") WHERE summary_due;