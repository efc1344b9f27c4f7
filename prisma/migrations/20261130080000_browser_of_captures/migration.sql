-- Whether captured pages read false from navigator.webdriver.
ALTER TABLE "projects" ADD COLUMN "hide_webdriver" BOOLEAN NOT NULL DEFAULT false;
-- Features that a page asked for and the browser of its capture lacks.
ALTER TABLE "snapshots" ADD COLUMN "missing_features" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
