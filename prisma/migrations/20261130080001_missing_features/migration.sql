-- Features that a page asked for and the browser of its capture lacks. Alone, because it locks a
-- busy table.
ALTER TABLE "snapshots" ADD COLUMN "missing_features" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
