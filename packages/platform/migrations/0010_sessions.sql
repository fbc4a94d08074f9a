CREATE TABLE "sessions" (
	"session_hash" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_token_hash_tokens_token_hash_fk" FOREIGN KEY ("token_hash") REFERENCES "public"."tokens"("token_hash") ON DELETE cascade ON UPDATE no action;