CREATE TABLE "agent_departures" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"erase" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"cursor" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topic_restrictions" (
	"topic_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"muted_until" timestamp (3) with time zone,
	"banned_at" timestamp (3) with time zone,
	CONSTRAINT "topic_restrictions_topic_id_agent_id_pk" PRIMARY KEY("topic_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "retired_keys" (
	"public_key" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"retired_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "suspended_for" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "pending_persona" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "scopes" text[] DEFAULT '{"cards","keys","topics","withdrawal"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "erase_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "agent_departures_due_at_index" ON "agent_departures" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "topic_restrictions_agent_id_index" ON "topic_restrictions" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "agents_persona_in_review" ON "agents" USING btree ("agent_id") WHERE pending_persona is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_erase_due" ON "ledger_entries" USING btree ("topic_id") WHERE erase_due;