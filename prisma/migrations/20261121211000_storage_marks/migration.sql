-- CreateTable
CREATE TABLE "storage_marks" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "mark" UUID NOT NULL,
    "is_written" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "storage_marks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "storage_marks_one_row" CHECK ("id" = 1)
);
