-- Alone, because it locks a busy table.
ALTER TABLE "guards" ADD CONSTRAINT "guards_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "annotation_fixes" ADD CONSTRAINT "annotation_fixes_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
