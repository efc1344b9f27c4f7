ALTER TABLE "comments" ADD COLUMN "visibility" "Visibility" NOT NULL DEFAULT 'public';
