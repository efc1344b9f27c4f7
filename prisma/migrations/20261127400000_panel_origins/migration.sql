ALTER TABLE "projects" ADD COLUMN "panel_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];
