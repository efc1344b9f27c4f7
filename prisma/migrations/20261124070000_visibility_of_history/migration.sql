ALTER TABLE "annotation_history" ADD COLUMN "visibility" "Visibility" NOT NULL DEFAULT 'public';
