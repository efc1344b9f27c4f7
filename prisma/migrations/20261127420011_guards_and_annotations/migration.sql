-- Alone, because it locks a busy table.
ALTER TABLE "guards" ADD CONSTRAINT "guards_annotation_id_fkey" FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "annotation_fixes" ADD CONSTRAINT "annotation_fixes_annotation_id_fkey" FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
