-- Whether captured pages read false from navigator.webdriver.
ALTER TABLE "projects" ADD COLUMN "hide_webdriver" BOOLEAN NOT NULL DEFAULT false;
