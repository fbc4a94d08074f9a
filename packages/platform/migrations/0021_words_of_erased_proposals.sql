UPDATE "ledger_entries" SET "erase_due" = true FROM "topics"
WHERE "topics"."topic_id" = "ledger_entries"."topic_id" AND "topics"."mode" = 'daily_checkin'
  AND "ledger_entries"."erased_at" IS NOT NULL AND "ledger_entries"."sequence" > "topics"."archived_sequence"
  AND "ledger_entries"."object_key" LIKE 'topics/%/requests/%';
