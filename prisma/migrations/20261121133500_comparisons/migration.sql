-- CreateTable
CREATE TABLE "comparisons" (
    "id" UUID NOT NULL,
    "baseline_id" UUID NOT NULL,
    "comparison_id" UUID NOT NULL,
    "options" TEXT NOT NULL,
    "options_hash" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "diff_pixels" BIGINT NOT NULL,
    "regions" TEXT NOT NULL,
    "shifts" TEXT NOT NULL,
    "diff_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comparisons_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "comparisons_baseline_id_comparison_id_options_hash_key" ON "comparisons"("baseline_id", "comparison_id", "options_hash");

-- CreateIndex
CREATE INDEX "comparisons_comparison_id_idx" ON "comparisons"("comparison_id");

-- CreateIndex
CREATE INDEX "comparisons_diff_key_idx" ON "comparisons"("diff_key");

-- AddForeignKey
ALTER TABLE "comparisons" ADD CONSTRAINT "comparisons_baseline_id_fkey" FOREIGN KEY ("baseline_id") REFERENCES "snapshots"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comparisons" ADD CONSTRAINT "comparisons_comparison_id_fkey" FOREIGN KEY ("comparison_id") REFERENCES "snapshots"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comparisons" ADD CONSTRAINT "comparisons_diff_key_fkey" FOREIGN KEY ("diff_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
