CREATE TABLE "approval_rules" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"admins_may_decide" boolean NOT NULL,
	"two_for_high_risk" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_approvals" (
	"agent_id" text NOT NULL,
	"approval_id" text NOT NULL,
	"request" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"needed" integer NOT NULL,
	"deciders" text DEFAULT '[]' NOT NULL,
	"allow" text,
	"reason" text DEFAULT '' NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "run_approvals_agent_id_approval_id_pk" PRIMARY KEY("agent_id","approval_id")
);
--> statement-breakpoint
ALTER TABLE "tokens" ALTER COLUMN "scopes" SET DEFAULT '{"cards","keys","topics","withdrawal","approvals"}';--> statement-breakpoint
CREATE INDEX "run_approvals_pending" ON "run_approvals" USING btree ("agent_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "run_approvals_by_time" ON "run_approvals" USING btree ("requested_at","agent_id","approval_id");