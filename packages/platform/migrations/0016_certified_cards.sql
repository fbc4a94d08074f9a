CREATE TABLE "certified_cards" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"card_version" integer NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"tags" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "certified_cards_by_time" ON "certified_cards" USING btree ("updated_at","agent_id");--> statement-breakpoint
CREATE INDEX "certified_cards_by_tags" ON "certified_cards" USING gin ("tags") WITH (fastupdate=false);