CREATE TABLE "credential_audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"keys" text[] NOT NULL,
	"policy_versions" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"outcome" text NOT NULL,
	"store_request_id" text,
	"error_code" text
);
--> statement-breakpoint
CREATE TABLE "feed_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"event_type" text NOT NULL,
	"topic_id" text,
	"object_key" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"payload" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"object_key" text NOT NULL,
	"event_type" text NOT NULL,
	"etag" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"object_key" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"topic_id" text NOT NULL,
	"purpose" text NOT NULL,
	"not_after" timestamp (3) with time zone NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"hinted_at" timestamp (3) with time zone,
	"sweep_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"judged_fingerprint" text,
	"later_writes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_failures" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"object_key" text NOT NULL,
	"code" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"count" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"owner_id" text,
	"public_key" text NOT NULL,
	"key_id" text NOT NULL,
	"standing" text NOT NULL,
	"card_draft" text NOT NULL,
	"card_version" integer DEFAULT 1 NOT NULL,
	"registered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"admitted_at" timestamp (3) with time zone,
	CONSTRAINT "agents_public_key_unique" UNIQUE("public_key"),
	CONSTRAINT "agents_key_id_unique" UNIQUE("key_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"principal" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"response" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_principal_key_pk" PRIMARY KEY("principal","key")
);
--> statement-breakpoint
CREATE TABLE "owners" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_nonces" (
	"key_id" text NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_nonces_key_id_nonce_pk" PRIMARY KEY("key_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"role" text NOT NULL,
	"owner_id" text,
	"label" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "tokens_token_id_unique" UNIQUE("token_id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"stream" text NOT NULL,
	"object_key" text NOT NULL,
	"version" integer NOT NULL,
	"body" text NOT NULL,
	"expires_in_seconds" integer,
	"signed_text" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "published_objects" (
	"object_key" text PRIMARY KEY NOT NULL,
	"stream" text NOT NULL,
	"version" integer NOT NULL,
	"confirmed_version" integer,
	"confirmed_sha256" text,
	"confirmed_etag" text,
	"confirmed_text" text,
	"confirmed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "publisher_leases" (
	"stream" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"topic_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"hash" text NOT NULL,
	"input_type" text NOT NULL,
	"agent_id" text,
	"object_key" text,
	"outcome" text NOT NULL,
	"reason" text,
	"header" text NOT NULL,
	"body_text" text,
	"judged_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_topic_id_sequence_pk" PRIMARY KEY("topic_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "topic_allowlist" (
	"topic_id" text NOT NULL,
	"agent_id" text NOT NULL,
	CONSTRAINT "topic_allowlist_topic_id_agent_id_pk" PRIMARY KEY("topic_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "topic_deadlines" (
	"topic_id" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topic_participants" (
	"topic_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"last_message_number" integer DEFAULT 0 NOT NULL,
	"last_request_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "topic_participants_topic_id_agent_id_pk" PRIMARY KEY("topic_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "topics" (
	"topic_id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"visibility" text NOT NULL,
	"read_scope" text NOT NULL,
	"owner_id" text NOT NULL,
	"policy_version" integer DEFAULT 1 NOT NULL,
	"status" text NOT NULL,
	"mode" text NOT NULL,
	"mode_version" integer NOT NULL,
	"terms" text NOT NULL,
	"state" text NOT NULL,
	"ledger_sequence" integer NOT NULL,
	"ledger_head" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_owner_id_owners_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_owner_id_owners_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_topic_id_topics_topic_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("topic_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_allowlist" ADD CONSTRAINT "topic_allowlist_topic_id_topics_topic_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("topic_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_deadlines" ADD CONSTRAINT "topic_deadlines_topic_id_topics_topic_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("topic_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_participants" ADD CONSTRAINT "topic_participants_topic_id_topics_topic_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("topic_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credential_audit_agent_id_id_index" ON "credential_audit" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "feed_events_agent_id_id_index" ON "feed_events" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "store_events_to_check" ON "store_events" USING btree ("received_at") WHERE outcome = 'check';--> statement-breakpoint
CREATE INDEX "store_events_by_age" ON "store_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "tickets_open_by_topic" ON "tickets" USING btree ("topic_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "tickets_open_by_sweep" ON "tickets" USING btree ("sweep_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "outbox_stream_id_index" ON "outbox" USING btree ("stream","id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_object_key_version_index" ON "outbox" USING btree ("object_key","version");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_accepted_once" ON "ledger_entries" USING btree ("object_key","outcome") WHERE outcome = 'accepted' and object_key is not null;--> statement-breakpoint
CREATE INDEX "topic_allowlist_agent_id_index" ON "topic_allowlist" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "topic_deadlines_due_at_index" ON "topic_deadlines" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "topic_participants_agent_id_index" ON "topic_participants" USING btree ("agent_id");