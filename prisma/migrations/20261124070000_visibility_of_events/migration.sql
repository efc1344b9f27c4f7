ALTER TABLE "events" ADD COLUMN "visibility" "Visibility" NOT NULL DEFAULT 'public';
