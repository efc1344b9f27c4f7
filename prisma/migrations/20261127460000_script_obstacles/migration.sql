ALTER TABLE "snapshots" ADD COLUMN "script_obstacles" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
