-- How many pages and elements collected_daily tells apart on a day (src/resolvers/collection/told-apart.ts)
CREATE TABLE "collected_days" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "pages" INTEGER NOT NULL,
    "elements" INTEGER NOT NULL,

    CONSTRAINT "collected_days_pkey" PRIMARY KEY ("project_id", "day")
);

-- AddForeignKey
ALTER TABLE "collected_days" ADD CONSTRAINT "collected_days_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;

INSERT INTO "collected_days" ("project_id", "day", "pages", "elements")
SELECT "project_id", "day", count(DISTINCT "page_id"), count(*) FILTER (WHERE "selector" <> '') FROM "collected_daily" GROUP BY 1, 2;
