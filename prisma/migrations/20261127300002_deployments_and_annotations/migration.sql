-- Alone, because it locks a busy table.
ALTER TABLE "deployment_verdicts" ADD CONSTRAINT "deployment_verdicts_annotation_id_fkey" FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
