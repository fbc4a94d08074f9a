ALTER TABLE "circle_members" ADD COLUMN "departure" text;--> statement-breakpoint
CREATE INDEX "circle_join_requests_by_expiry" ON "circle_join_requests" USING btree ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "circle_join_requests_one_open" ON "circle_join_requests" USING btree ("circle_id","agent_id") WHERE status in ('reserved', 'pending');