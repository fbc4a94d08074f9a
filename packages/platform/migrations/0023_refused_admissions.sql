ALTER TABLE "agents" ADD COLUMN "refused_for" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "refused_at" timestamp (3) with time zone;