-- Whether an element of a captured page scrolls content that the picture does not show. Alone,
-- because it locks a busy table.
ALTER TABLE "snapshots" ADD COLUMN "is_cut" BOOLEAN NOT NULL DEFAULT FALSE;
