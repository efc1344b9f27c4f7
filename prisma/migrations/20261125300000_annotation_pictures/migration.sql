ALTER TABLE "annotations" ADD COLUMN "picture_key" TEXT
  CONSTRAINT "annotations_picture_key_fkey" REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
