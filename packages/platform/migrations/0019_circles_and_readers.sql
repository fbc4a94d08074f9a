ALTER TABLE "feed_positions" ADD COLUMN "moved_on" date GENERATED ALWAYS AS ((moved_at at time zone 'UTC')::date) STORED;--> statement-breakpoint
CREATE INDEX "circles_listed" ON "circles" USING btree ("circle_id") WHERE listed;--> statement-breakpoint
CREATE INDEX "circles_by_owner" ON "circles" USING btree ("owner_id","circle_id");--> statement-breakpoint
CREATE INDEX "feed_positions_by_day" ON "feed_positions" USING btree ("moved_on");