-- No foreign key, which would lock annotations: rows are deleted after days.
CREATE TABLE "due_notices" (
    "annotation_id" UUID NOT NULL,
    "due_on" DATE NOT NULL,

    CONSTRAINT "due_notices_pkey" PRIMARY KEY ("annotation_id")
);
