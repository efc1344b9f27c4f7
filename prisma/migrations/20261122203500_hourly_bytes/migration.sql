-- What strangers, who have its public key, made a project store of a kind within one hour of the clock; written and read by hand
-- (src/resolvers/hourly-room.ts). A later hour takes the row over.
CREATE TABLE "hourly_bytes" (
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    -- Hours since 1970, by the clock of the database.
    "hour" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "hourly_bytes_pkey" PRIMARY KEY ("project_id", "kind")
) WITH (fillfactor = 50);

-- AddForeignKey
ALTER TABLE "hourly_bytes" ADD CONSTRAINT "hourly_bytes_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;
