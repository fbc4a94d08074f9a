CREATE TABLE "alert_mailboxes" (
	"scope" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"code_hash" text,
	"code_expires_at" timestamp (3) with time zone,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "approval_messages" (
	"scope" text NOT NULL,
	"receiver" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "approval_messages_scope_receiver_pk" PRIMARY KEY("scope","receiver")
);
--> statement-breakpoint
CREATE TABLE "approval_notices" (
	"scope" text NOT NULL,
	"receiver" text NOT NULL,
	"agent_id" text NOT NULL,
	"approval_id" text NOT NULL,
	CONSTRAINT "approval_notices_scope_receiver_agent_id_approval_id_pk" PRIMARY KEY("scope","receiver","agent_id","approval_id")
);
--> statement-breakpoint
CREATE TABLE "mailbox_requests" (
	"request_id" text PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"address_hash" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ALTER COLUMN "url" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ALTER COLUMN "secret" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_alerts" ADD COLUMN "mail_delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_alerts" ADD COLUMN "mail_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_alerts" ADD COLUMN "mail_next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_alerts" ADD COLUMN "mail_failure" text;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "approvals" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mailbox_requests_by_scope" ON "mailbox_requests" USING btree ("scope","requested_at");--> statement-breakpoint
CREATE INDEX "mailbox_requests_by_address" ON "mailbox_requests" USING btree ("address_hash","requested_at");--> statement-breakpoint
CREATE INDEX "agent_alerts_mail_due" ON "agent_alerts" USING btree ("mail_next_attempt_at") WHERE mail_next_attempt_at is not null;