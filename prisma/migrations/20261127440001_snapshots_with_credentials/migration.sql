ALTER TABLE "snapshots" ADD COLUMN "used_credentials" BOOLEAN NOT NULL DEFAULT false;
